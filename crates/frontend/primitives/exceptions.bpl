// Exceptions: the Itanium C++ ABI, and `std::exception_ptr` of C++11.
//
// An exception is known by the address of the object that is thrown; in front of it lie 64 bytes of ours: what a handler
// gets of it, which is the base of it that the handler names, or the pointer that was thrown; its type, its destructor, the
// exception that was caught before it by the same thread, how many handlers are at work on it, whether it was thrown again, the
// exception that it stands for, and how many know it. What leaves a function is told by its result `unwinding`.
//
// `std::rethrow_exception` throws something that stands for the exception: several threads may be at work on the same one.
// The object goes when nobody knows it any more: neither who throws or catches it nor a `std::exception_ptr`.

// The exception with which `pthread_exit` leaves functions, what a handler names that catches it, and the tables of the classes
// that describe types with one base and with several, pointers and pointers to members, and the types `nullptr_t` and `void`; the
// linker knows them.
var $forced: $pointer;
var $forced_type: $pointer;
var $single: $pointer;
var $multiple: $pointer;
var $pointers: $pointer;
var $members: $pointer;
var $null_type: $pointer;
var $void_type: $pointer;

// What each thread has caught last, and how many exceptions of it are on their way.
var $caught: [bv32]$pointer;
var $uncaught: [bv32]bv32;

function $start_of(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551552bv64) }
function $caught_as(exception: $pointer) returns ($pointer) { $offset(exception, 18446744073709551552bv64) }
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
    call start := $allocate_heap($add_64(size, 64bv64));
    exception := $offset(start, 64bv64);
  }
}

procedure __cxa_free_exception(self: bv32, exception: $pointer)
{
  call $free($start_of(exception));
}

// To be used in a step of the caller.
procedure $make_exception(exception: $pointer, type_of: $pointer, destructor: $pointer, known: bv64)
{
  call $store($caught_as(exception), exception);
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
    object := $load_pointer($caught_as(exception));
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
  object := if exception == $forced then exception else $load_pointer($caught_as(exception));
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
    call $free($start_of(exception));
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
  call $free($start_of(exception));
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
    call start := $allocate_heap(64bv64);
    unwinding := $offset(start, 64bv64);
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

// Whether a handler for the type catches the exception, which is then told what the handler gets.
procedure $exception_matches(self: bv32, exception: $pointer, wanted: $pointer) returns (matches: bool)
{
  var given, object, place: $pointer;
  matches := wanted == $forced_type;
  if (exception != $forced) {
    given, object := $load_pointer($type_of(exception)), $load_pointer($stands_for(exception));
    if ($is_pointer_type($load_pointer(wanted), $pointers, $members)) {
      call matches, place := $pointer_matches(self, given, object, wanted);
    } else {
      call matches, place := $class_matches(self, given, object, wanted);
    }
    if (matches) {
      call $store($caught_as(exception), place);
    }
  }
}

function $is_pointer_type(kind: $pointer, pointers: $pointer, members: $pointer) returns (bool)
{
  kind == pointers || kind == members
}

// A pointer is caught by handlers for its type, for what `const` and `volatile` are added to, for `void *`, and for pointers to a
// base of the class to which it points. The handler gets the pointer itself.
procedure $pointer_matches(self: bv32, given: $pointer, object: $pointer, wanted: $pointer)
  returns (matches: bool, place: $pointer)
{
  var thrown, from, to: $pointer;
  matches, place := given == wanted, object;
  if ($load_pointer(wanted) == $members) {
    if (!matches && (given == $null_type || $load_pointer(given) == $members)) {
      assume {:unhang_unsupported "a handler for pointers to members where another type is thrown"} true;
    }
    return;
  }
  if (given == $null_type) {
    matches, place := true, $null;
    return;
  }
  if ($load_pointer(given) != $pointers) {
    return;
  }
  thrown := $load_pointer(object);
  place := thrown;
  if (matches || $and_32($load_bv32($offset(given, 16bv64)), $not_32($load_bv32($offset(wanted, 16bv64)))) != 0bv32) {
    return;
  }
  from, to := $load_pointer($offset(given, 24bv64)), $load_pointer($offset(wanted, 24bv64));
  matches := from == to || to == $void_type;
  if (matches) {
    return;
  }
  if ($is_pointer_type($load_pointer(from), $pointers, $members)) {
    assume {:unhang_unsupported "a handler for pointers where a pointer to a pointer of another type is thrown"} true;
  }
  if (thrown == $null && $load_pointer(from) == $multiple) {
    assume {:unhang_unsupported "a null pointer that is thrown and caught as one to a base class"} true;
  }
  call matches, place := $class_matches(self, from, thrown, to);
}

// What is thrown is caught by handlers for its type and for its bases that are public and that there are once.
procedure $class_matches(self: bv32, given: $pointer, object: $pointer, wanted: $pointer)
  returns (matches: bool, place: $pointer)
{
  var is_found, is_public, is_ambiguous: bool;
  call is_found, place, is_public, is_ambiguous := $find_base(self, given, object, wanted);
  matches := is_found && is_public && !is_ambiguous;
}

// Where the class `wanted` is within the object of the class `given`.
procedure $find_base(self: bv32, given: $pointer, object: $pointer, wanted: $pointer)
  returns (is_found: bool, place: $pointer, is_public: bool, is_ambiguous: bool)
{
  var kind, base, start, inner: $pointer;
  var count, index: bv32;
  var flags, distance: bv64;
  var is_in, is_in_public, is_in_ambiguous: bool;
  is_found, place, is_public, is_ambiguous := given == wanted, object, true, false;
  if (is_found) {
    return;
  }
  kind := $load_pointer(given);
  if (kind == $single) {
    call is_found, place, is_public, is_ambiguous :=
      $find_base(self, $load_pointer($offset(given, 16bv64)), object, wanted);
  }
  if (kind == $multiple) {
    count := $load_bv32($offset(given, 20bv64));
    index := 0bv32;
    while (index != count) {
      base := $offset(given, $add_64(24bv64, $multiply_64($from_32_to_64(index), 16bv64)));
      // Bit 0: the base is virtual. Bit 1: it is public. From bit 8 on, with a sign: how far it is; of one that is virtual, where
      // in the table of virtual functions that stands.
      flags := $load_bv64($offset(base, 8bv64));
      distance := $shift_right_signed_64(flags, 8bv64);
      start := $offset(object, distance);
      if ($and_64(flags, 1bv64) != 0bv64) {
        start := $offset(object, $load_bv64($offset($load_pointer(object), distance)));
      }
      call is_in, inner, is_in_public, is_in_ambiguous := $find_base(self, $load_pointer(base), start, wanted);
      if (is_in) {
        is_in_public := is_in_public && $and_64(flags, 2bv64) != 0bv64;
        is_ambiguous := is_ambiguous || is_in_ambiguous || (is_found && place != inner);
        is_public := if is_found then is_public || is_in_public else is_in_public;
        is_found, place := true, inner;
      }
      index := $add_32(index, 1bv32);
    }
  }
}
