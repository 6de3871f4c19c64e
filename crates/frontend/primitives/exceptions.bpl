// Exceptions: the Itanium C++ ABI, and `std::exception_ptr` of C++11.
//
// An exception is known by the address of the object that is thrown; in front of it lie 48 bytes of ours: its type, its
// destructor, the exception that was caught before it by the same thread, how many handlers are at work on it, whether it was
// thrown again, the exception that it stands for, and how many know it. What leaves a function is told by its result `unwinding`.
//
// `std::rethrow_exception` throws something that stands for the exception: several threads may be at work on the same one.
// The object goes when nobody knows it any more: neither who throws or catches it nor a `std::exception_ptr`.

// The exception with which `pthread_exit` leaves functions, what a handler names that catches it, and the tables of the classes
// that describe types with one base and with several, pointers and pointers to members, and the type of `nullptr`; the linker
// knows them.
var $forced: $pointer;
var $forced_type: $pointer;
var $single: $pointer;
var $multiple: $pointer;
var $pointers: $pointer;
var $members: $pointer;
var $null_type: $pointer;

// What each thread has caught last, and how many exceptions of it are on their way.
var $caught: [bv32]$pointer;
var $uncaught: [bv32]bv32;

function $type_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551568bv64) }
function $destructor_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551576bv64) }
function $caught_before(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551584bv64) }
function $handlers_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551592bv64) }
function $is_thrown_again(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551596bv64) }
function $stands_for(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551600bv64) }
function $references_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551608bv64) }

procedure __cxa_allocate_exception(self: bv32, size: bv64) returns (exception: $pointer)
{
  var start: $pointer;
  atomic {
    call start := $allocate_heap($add_64(size, 48bv64));
    exception := $offset(start, 48bv64);
  }
}

procedure __cxa_free_exception(self: bv32, exception: $pointer)
{
  call $free($type_of(exception));
}

// To be used in a step of the caller.
procedure $make_exception(exception: $pointer, type_of: $pointer, destructor: $pointer, known: bv64)
{
  call $store($type_of(exception), type_of);
  call $store($destructor_of(exception), destructor);
  call $store($caught_before(exception), $null);
  call $store($handlers_of(exception), 0bv32);
  call $store($is_thrown_again(exception), 0bv32);
  call $store($stands_for(exception), exception);
  call $store($references_of(exception), known);
}

// Says what it is known by, which is its own address.
procedure __cxa_init_primary_exception(self: bv32, exception: $pointer, type_of: $pointer, destructor: $pointer)
  returns (header: $pointer)
{
  atomic {
    call $make_exception(exception, type_of, destructor, 0bv64);
    header := exception;
  }
}

procedure __cxa_throw(self: bv32, exception: $pointer, type_of: $pointer, destructor: $pointer)
  returns (unwinding: $pointer)
{
  atomic {
    call $make_exception(exception, type_of, destructor, 1bv64);
    $uncaught := $uncaught[self := $add_32($uncaught[self], 1bv32)];
    unwinding := exception;
  }
  call $expect_handler(self, unwinding);
}

procedure __cxa_begin_catch(self: bv32, exception: $pointer) returns (object: $pointer)
{
  object := exception;
  if (exception == $forced) {
    call $catch_end_of_thread(self);
    return;
  }
  atomic {
    $uncaught := $uncaught[self := $subtract_32($uncaught[self], 1bv32)];
    call $store($is_thrown_again(exception), 0bv32);
    if ($load_bv32($handlers_of(exception)) == 0bv32) {
      call $store($caught_before(exception), $caught[self]);
      $caught := $caught[self := exception];
    }
    call $store($handlers_of(exception), $add_32($load_bv32($handlers_of(exception)), 1bv32));
    object := $load_pointer($stands_for(exception));
  }
}

// The exception of `pthread_exit` is a foreign one to the C++ library, which has no place for others beside it, and which has to
// be thrown on: glibc ends the program if it is not.
procedure $catch_end_of_thread(self: bv32)
{
  if ($caught[self] != $null) {
    call $ask_handler(self);
  }
  assert {:msg "the end of a thread is caught by a handler within another one, which calls std::terminate"} $caught[self] == $null;
  $caught := $caught[self := $forced];
}

procedure __cxa_get_exception_ptr(self: bv32, exception: $pointer) returns (object: $pointer)
{
  object := if exception == $forced then exception else $load_pointer($stands_for(exception));
}

procedure __cxa_end_catch(self: bv32)
{
  var exception, primary: $pointer;
  exception := $caught[self];
  // So it is where that of `pthread_exit` was thrown on.
  if (exception == $null) {
    return;
  }
  assert {:msg "a handler catches the end of a thread and does not throw it on, which ends the program"} exception != $forced;
  call $store($handlers_of(exception), $subtract_32($load_bv32($handlers_of(exception)), 1bv32));
  if ($load_bv32($handlers_of(exception)) != 0bv32) {
    return;
  }
  $caught := $caught[self := $load_pointer($caught_before(exception))];
  if ($load_bv32($is_thrown_again(exception)) == 1bv32) {
    return;
  }
  primary := $load_pointer($stands_for(exception));
  if (primary != exception) {
    call $free($type_of(exception));
  }
  call $forget_exception(self, primary);
}

// One who knew the exception does not need it any more.
procedure $forget_exception(self: bv32, exception: $pointer)
{
  var destructor: $pointer;
  var others: bv64;
  atomic {
    others := $subtract_64($load_bv64($references_of(exception)), 1bv64);
    call $store($references_of(exception), others);
    if (others != 0bv64) {
      return;
    }
  }
  destructor := $load_pointer($destructor_of(exception));
  if (destructor != $null) {
    call $call_at_end(self, destructor, exception);
  }
  call $free($type_of(exception));
}

procedure __cxa_rethrow(self: bv32) returns (unwinding: $pointer)
{
  assert {:msg "`throw` without an exception"} $caught[self] != $null;
  atomic {
    unwinding := $caught[self];
    if (unwinding == $forced) {
      $caught := $caught[self := $null];
      return;
    }
    $uncaught := $uncaught[self := $add_32($uncaught[self], 1bv32)];
    call $store($is_thrown_again(unwinding), 1bv32);
  }
  call $expect_handler(self, unwinding);
}

procedure _ZSt18uncaught_exceptionv(self: bv32) returns (result: bool) { result := $uncaught[self] != 0bv32; }
procedure _ZSt19uncaught_exceptionsv(self: bv32) returns (result: bv32) { result := $uncaught[self]; }

// `std::exception_ptr` is a pointer to the object, or null. It is returned at an address that is handed over.
procedure _ZSt17current_exceptionv(self: bv32, result: $pointer)
{
  var primary: $pointer;
  if ($caught[self] == $null || $caught[self] == $forced) {
    call $store(result, $null);
    return;
  }
  primary := $load_pointer($stands_for($caught[self]));
  call $know_exception(primary);
  call $store(result, primary);
}

procedure $know_exception(exception: $pointer)
{
  call $store($references_of(exception), $add_64($load_bv64($references_of(exception)), 1bv64));
}

procedure _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(self: bv32, pointer: $pointer)
  returns (unwinding: $pointer)
{
  var primary, start: $pointer;
  primary := $load_pointer(pointer);
  assert {:msg "std::rethrow_exception of nothing"} primary != $null;
  call $know_exception(primary);
  atomic {
    call start := $allocate_heap(48bv64);
    unwinding := $offset(start, 48bv64);
    call $make_exception(unwinding, $load_pointer($type_of(primary)), $null, 1bv64);
    call $store($stands_for(unwinding), primary);
    $uncaught := $uncaught[self := $add_32($uncaught[self], 1bv32)];
  }
  call $expect_handler(self, unwinding);
}

procedure _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(self: bv32, pointer: $pointer)
{
  var exception: $pointer;
  exception := $load_pointer(pointer);
  if (exception != $null) {
    call $know_exception(exception);
  }
}

procedure _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(self: bv32, pointer: $pointer)
{
  var exception: $pointer;
  exception := $load_pointer(pointer);
  if (exception != $null) {
    call $forget_exception(self, exception);
    call $store(pointer, $null);
  }
}

procedure _ZNKSt15__exception_ptr13exception_ptr6_M_getEv(self: bv32, pointer: $pointer) returns (exception: $pointer)
{
  exception := $load_pointer(pointer);
}

procedure _ZNSt15__exception_ptr13exception_ptrC1EPv(self: bv32, pointer: $pointer, exception: $pointer)
{
  call $store(pointer, exception);
  call _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(self, pointer);
}

procedure _ZNSt15__exception_ptr13exception_ptrC2EPv(self: bv32, pointer: $pointer, exception: $pointer)
{
  call _ZNSt15__exception_ptr13exception_ptrC1EPv(self, pointer, exception);
}

procedure _ZNSt15__exception_ptr13exception_ptrC1Ev(self: bv32, pointer: $pointer) { call $store(pointer, $null); }

procedure _ZNSt15__exception_ptr13exception_ptrC1ERKS0_(self: bv32, pointer: $pointer, other: $pointer)
{
  call _ZNSt15__exception_ptr13exception_ptrC1EPv(self, pointer, $load_pointer(other));
}

procedure _ZNSt15__exception_ptr13exception_ptrD1Ev(self: bv32, pointer: $pointer)
{
  call _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(self, pointer);
}

// Calls the routine at the end of a thread, of the program or of an object; no exception may leave it.
procedure $call_at_end(self: bv32, routine: $pointer, argument: $pointer)
{
  var unwinding: $pointer;
  unwinding := $null;
  call unwinding := $call(routine, self, argument);
  call $expect_return(self, unwinding);
}

// What is called at the end of a thread, of the program or of an object has returned, or was left by the exception.
procedure $expect_return(self: bv32, unwinding: $pointer)
{
  if (unwinding == $null) {
    return;
  }
  if (unwinding == $forced) {
    assume {:unhang_unsupported "a thread that ends within a function that is called at the end of something"} true;
  }
  call $ask_handler(self);
  assert {:msg "an exception leaves a function that is called at the end of a thread, the program or an object"} false;
}

// Whether a handler for the type catches the exception.
procedure $exception_matches(self: bv32, exception: $pointer, wanted: $pointer) returns (matches: bool)
{
  matches := wanted == $forced_type;
  if (exception != $forced) {
    call matches := $derives(self, $load_pointer($type_of(exception)), wanted);
  }
}

function $is_pointer_type(kind: $pointer, pointers: $pointer, members: $pointer) returns (bool)
{
  kind == pointers || kind == members
}

procedure $derives(self: bv32, given: $pointer, wanted: $pointer) returns (derives: bool)
{
  var kind: $pointer;
  var count, index: bv32;
  var base: $pointer;
  var is_base: bool;
  derives := given == wanted;
  if (derives) {
    return;
  }
  kind := $load_pointer(given);
  if ($is_pointer_type($load_pointer(wanted), $pointers, $members)
    && (given == $null_type || $is_pointer_type(kind, $pointers, $members))) {
    assume {:unhang_unsupported "a handler for pointers where a pointer of another type is thrown"} true;
  }
  if (kind == $single) {
    call derives := $derives(self, $load_pointer($offset(given, 16bv64)), wanted);
  }
  if (kind == $multiple) {
    count := $load_bv32($offset(given, 20bv64));
    index := 0bv32;
    while (index != count) {
      base := $offset(given, $add_64(24bv64, $multiply_64($from_32_to_64(index), 16bv64)));
      call is_base := $derives(self, $load_pointer(base), wanted);
      // A public base, at the beginning of the object.
      if (is_base && $load_bv64($offset(base, 8bv64)) != 2bv64) {
        assume {:unhang_unsupported "a handler for a base class that is virtual, not public or not the first one"} true;
      }
      if (is_base && derives) {
        assume {:unhang_unsupported "a handler for a base class that there is more than once"} true;
      }
      derives := derives || is_base;
      index := $add_32(index, 1bv32);
    }
  }
}
