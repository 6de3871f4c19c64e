// The search for a handler, with which the Itanium C++ ABI begins when something is thrown: if there is none, nothing is left,
// and the program ends where it is.
//
// Each call that is made where exceptions are caught puts 16 bytes into a list of its thread while it is under way: a pointer to
// the types that are caught, their number first and null for all types, and a pointer to the next entry. The list begins among
// the variables of which each thread has its own.

// Where it begins there; all ones if no call is of this kind.
var $handlers_at: bv64;

// To be called when the exception is ready to be thrown.
procedure $expect_handler(self: bv32, exception: $pointer)
{
  var entry, types, wanted, object: $pointer;
  var index, count: bv64;
  var matches: bool;
  if ($handlers_at != 18446744073709551615bv64) {
    entry := $load_pointer($offset($own, $handlers_at));
    while (entry != $null) {
      types := $load_pointer(entry);
      index, count := 0bv64, $load_bv64(types);
      while (index != count) {
        index := $add_64(index, 1bv64);
        wanted := $load_pointer($offset(types, $multiply_64(index, 8bv64)));
        if (wanted == $null) {
          return;
        }
        call matches := $exception_matches(self, exception, wanted);
        if (matches) {
          return;
        }
      }
      entry := $load_pointer($offset(entry, 8bv64));
    }
  }
  call object := __cxa_begin_catch(self, exception);
  call $ask_handler(self);
  assert {:msg "an exception is thrown that nobody catches"} false;
}
