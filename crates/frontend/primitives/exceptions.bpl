// Exceptions: the Itanium C++ ABI.
//
// An exception is known by the address of the object that is thrown; in front of it lie 32 bytes of ours: its type, its
// destructor, the exception that was caught before it by the same thread, how many handlers are at work on it, and whether it
// was thrown again. What leaves a function is told by its result `unwinding`.

// The exception with which `pthread_exit` leaves functions, and the tables of the classes that describe types with one base
// and with several; the linker knows them.
var $forced: $pointer;
var $single: $pointer;
var $multiple: $pointer;

// What each thread has caught last.
var $caught: [bv32]$pointer;

function $type_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551584bv64) }
function $destructor_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551592bv64) }
function $caught_before(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551600bv64) }
function $handlers_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551608bv64) }
function $is_thrown_again(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551612bv64) }

procedure __cxa_allocate_exception(self: bv32, size: bv64) returns (exception: $pointer)
{
  var start: $pointer;
  atomic {
    call start := $allocate_heap($add_64(size, 32bv64));
    exception := $offset(start, 32bv64);
  }
}

procedure __cxa_free_exception(self: bv32, exception: $pointer)
{
  call $free($type_of(exception));
}

procedure __cxa_throw(self: bv32, exception: $pointer, type_of: $pointer, destructor: $pointer)
  returns (unwinding: $pointer)
{
  atomic {
    call $store($type_of(exception), type_of);
    call $store($destructor_of(exception), destructor);
    call $store($caught_before(exception), $null);
    call $store($handlers_of(exception), 0bv32);
    call $store($is_thrown_again(exception), 0bv32);
    unwinding := exception;
  }
}

procedure __cxa_begin_catch(self: bv32, exception: $pointer) returns (object: $pointer)
{
  object := exception;
  if (exception == $forced) {
    return;
  }
  atomic {
    call $store($is_thrown_again(exception), 0bv32);
    if ($load_bv32($handlers_of(exception)) == 0bv32) {
      call $store($caught_before(exception), $caught[self]);
      $caught := $caught[self := exception];
    }
    call $store($handlers_of(exception), $add_32($load_bv32($handlers_of(exception)), 1bv32));
  }
}

procedure __cxa_get_exception_ptr(self: bv32, exception: $pointer) returns (object: $pointer)
{
  object := exception;
}

procedure __cxa_end_catch(self: bv32)
{
  var exception, destructor: $pointer;
  exception := $caught[self];
  // The exception of `pthread_exit` is not among those that were caught.
  if (exception == $null) {
    return;
  }
  call $store($handlers_of(exception), $subtract_32($load_bv32($handlers_of(exception)), 1bv32));
  if ($load_bv32($handlers_of(exception)) != 0bv32) {
    return;
  }
  $caught := $caught[self := $load_pointer($caught_before(exception))];
  if ($load_bv32($is_thrown_again(exception)) == 1bv32) {
    return;
  }
  destructor := $load_pointer($destructor_of(exception));
  if (destructor != $null) {
    call $call(destructor, self, exception);
  }
  call $free($type_of(exception));
}

procedure __cxa_rethrow(self: bv32) returns (unwinding: $pointer)
{
  assert {:msg "`throw` without an exception"} $caught[self] != $null;
  atomic {
    unwinding := $caught[self];
    call $store($is_thrown_again(unwinding), 1bv32);
  }
}

// Whether a handler for the type catches the exception.
procedure $exception_matches(self: bv32, exception: $pointer, wanted: $pointer) returns (matches: bool)
{
  matches := false;
  if (exception != $forced) {
    call matches := $derives(self, $load_pointer($type_of(exception)), wanted);
  }
}

procedure $derives(self: bv32, given: $pointer, wanted: $pointer) returns (derives: bool)
{
  var kind: $pointer;
  var count, index: bv32;
  derives := given == wanted;
  if (derives) {
    return;
  }
  kind := $load_pointer(given);
  if (kind == $single) {
    call derives := $derives(self, $load_pointer($offset(given, 16bv64)), wanted);
  }
  if (kind == $multiple) {
    count := $load_bv32($offset(given, 20bv64));
    index := 0bv32;
    while (index != count && !derives) {
      call derives :=
        $derives(self, $load_pointer($offset(given, $add_64(24bv64, $multiply_64($from_32_to_64(index), 16bv64)))), wanted);
      index := $add_32(index, 1bv32);
    }
    if (derives && count != 1bv32) {
      assume {:unhang_unsupported "a handler for one of several base classes"} true;
    }
  }
}
