// What libstdc++ has in its shared library and not in its headers, as far as threads need it, by the names that the linker knows;
// and guards of static variables, of the Itanium C++ ABI.
//
// Exceptions are not thrown here: where the library throws one, the program fails with a message, as it does if nobody catches
// it. In a program that catches exceptions, functions of the runtime that do throw take the places of these.

var $catches: bool;

procedure $throw_nothing()
{
  if ($catches) {
    assume {:unhang_unsupported "an exception that the C++ library throws, in a program that catches exceptions,"} true;
  }
}

// `std::thread`: its eight bytes are the `pthread_t`, 0 if there is no thread. The state that it is started with is an object
// whose virtual functions are two destructors, of which the second one also frees it, and `_M_run`.
procedure {:unhang_wraps} $std_thread(self: bv32, state: $pointer)
{
  var unwinding: $pointer;
  call unwinding := $call($load_pointer($offset($load_pointer(state), 16bv64)), self, state);
  if (unwinding != $null && unwinding != $forced) {
    call $ask_handler(self);
  }
  assert {:msg "an exception leaves the function that a thread runs"} unwinding == $null || unwinding == $forced;
  call $call_at_end(self, $load_pointer($offset($load_pointer(state), 8bv64)), state);
  atomic {
    if ($leaves_at_once($thread_exits[self], $keys, $threads, $finished, $program_exits, self)) {
      call $leave_thread(self, $null);
      return;
    }
  }
  call $run_exits(self);
  atomic {
    if (!$ends_program($threads, $finished, $program_exits, self)) {
      call $leave_thread(self, $null);
      return;
    }
  }
  call exit(self, 0bv32);
}

// The state comes in a `std::unique_ptr`, which is left empty.
procedure _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
  self: bv32, thread: $pointer, owner: $pointer, depends_on: $pointer
)
{
  var number: bv32;
  atomic {
    call number := $new_thread(false);
    call $store(thread, $thread_id(number));
    call {:async} $std_thread(number, $load_pointer(owner));
    call $hand_over_thread_locals();
    call $store(owner, $null);
  }
}

procedure _ZNSt6thread6_StateD1Ev(self: bv32, state: $pointer) { }
procedure _ZNSt6thread6_StateD2Ev(self: bv32, state: $pointer) { }

procedure _ZNSt6thread4joinEv(self: bv32, thread: $pointer)
{
  var result: bv32;
  if ($load_bv64(thread) == 0bv64) {
    call $throw_nothing();
    assert {:msg "std::thread::join of an object without a thread throws std::system_error"} false;
  }
  call result := pthread_join(self, $load_bv64(thread), $null);
  if (result != 0bv32) {
    call $throw_nothing();
    assert {:msg "std::thread::join throws std::system_error: a thread joins itself"} false;
  }
  call $store(thread, 0bv64);
}

procedure _ZNSt6thread6detachEv(self: bv32, thread: $pointer)
{
  var result: bv32;
  if ($load_bv64(thread) == 0bv64) {
    call $throw_nothing();
    assert {:msg "std::thread::detach of an object without a thread throws std::system_error"} false;
  }
  call result := pthread_detach(self, $load_bv64(thread));
  call $store(thread, 0bv64);
}

// Two are enough to show what can happen.
procedure _ZNSt6thread20hardware_concurrencyEv(self: bv32) returns (result: bv32) { result := 2bv32; }

// `std::condition_variable` is a `pthread_cond_t`; a `std::unique_lock` begins with a pointer to its mutex.
procedure _ZNSt18condition_variableC1Ev(self: bv32, condition: $pointer) { atomic { call $make_condition(condition); } }
procedure _ZNSt18condition_variableC2Ev(self: bv32, condition: $pointer) { atomic { call $make_condition(condition); } }
procedure _ZNSt18condition_variableD1Ev(self: bv32, condition: $pointer) { atomic { call $destroy_condition(condition); } }
procedure _ZNSt18condition_variableD2Ev(self: bv32, condition: $pointer) { atomic { call $destroy_condition(condition); } }

procedure _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(self: bv32, condition: $pointer, lock: $pointer)
{
  var result: bv32;
  call result := pthread_cond_wait(self, condition, $load_pointer(lock));
}

// What `std::lock` does with the library's mutexes. The library blocks at one of them, tries the others, and if it does not get them
// all, gives back those it has and begins again with another one. It never waits with a mutex in its hands, so that it waits for
// ever only if some of them are never free; and if threads get in each other's way again and again, this is no matter of the program,
// and not followed: all are taken in one step, when all are free.
function $is_free_for(self: bv32, mutex: $pointer) returns (bool)
{
  $owner(mutex) == 0bv32 || ($holds(self, mutex) && $is_recursive(mutex))
}

// To be used in a step of the caller.
procedure $take_mutex(self: bv32, mutex: $pointer)
{
  if ($holds(self, mutex)) {
    call $store($offset(mutex, 4bv64), $add_32($depth(mutex), 1bv32));
  } else {
    call $own(self, mutex);
    assume {:unhang_begin "mutex", mutex} true;
  }
}

procedure $lock_two(self: bv32, first: $pointer, second: $pointer) returns (unwinding: $pointer)
{
  atomic {
    assert {:msg "a mutex is locked that was destroyed"} !$is_destroyed(first) && !$is_destroyed(second);
    assume {:unhang_wait "mutex"} $is_free_for(self, first) && $is_free_for(self, second);
    call $take_mutex(self, first);
    call $take_mutex(self, second);
    unwinding := $null;
  }
}

procedure $lock_three(self: bv32, first: $pointer, second: $pointer, third: $pointer) returns (unwinding: $pointer)
{
  atomic {
    assert {:msg "a mutex is locked that was destroyed"}
      !$is_destroyed(first) && !$is_destroyed(second) && !$is_destroyed(third);
    assume {:unhang_wait "mutex"}
      $is_free_for(self, first) && $is_free_for(self, second) && $is_free_for(self, third);
    call $take_mutex(self, first);
    call $take_mutex(self, second);
    call $take_mutex(self, third);
    unwinding := $null;
  }
}

// The same with a `std::unique_lock` for each: a pointer to the mutex, and a byte that says whether it is locked.
procedure $expect_open(lock: $pointer)
{
  if ($load_pointer(lock) == $null || $load_bv8($offset(lock, 8bv64)) != 0bv8) {
    call $throw_nothing();
    assert {:msg "a std::unique_lock is locked that has no mutex or has locked it: std::system_error is thrown, which nobody catches"} false;
  }
}

procedure $lock_two_guards(self: bv32, first: $pointer, second: $pointer) returns (unwinding: $pointer)
{
  call $expect_open(first);
  call $expect_open(second);
  call unwinding := $lock_two(self, $load_pointer(first), $load_pointer(second));
  call $store($offset(first, 8bv64), 1bv8);
  call $store($offset(second, 8bv64), 1bv8);
}

procedure $lock_three_guards(self: bv32, first: $pointer, second: $pointer, third: $pointer)
  returns (unwinding: $pointer)
{
  call $expect_open(first);
  call $expect_open(second);
  call $expect_open(third);
  call unwinding := $lock_three(self, $load_pointer(first), $load_pointer(second), $load_pointer(third));
  call $store($offset(first, 8bv64), 1bv8);
  call $store($offset(second, 8bv64), 1bv8);
  call $store($offset(third, 8bv64), 1bv8);
}

// What `std::condition_variable::__wait_until_impl` does.
procedure $wait_until(self: bv32, condition: $pointer, lock: $pointer, time: $pointer)
  returns (unwinding: $pointer, status: bv32)
{
  call unwinding, status := $wait_on(self, condition, $load_pointer(lock), time, false);
  call status := $wait_status(self, status, time);
}

// It says 1 if the time is over, which it may be whoever has woken it.
procedure $wait_status(self: bv32, result: bv32, time: $pointer) returns (status: bv32)
{
  atomic {
    status := 1bv32;
    if (result != 110bv32) {
      if (*) {
        status := 0bv32;
      } else {
        call $end_wait(self, $load_bv64(time));
      }
    }
  }
}

procedure _ZNSt18condition_variable10notify_oneEv(self: bv32, condition: $pointer)
{
  atomic { call $wake_one(condition); }
}

procedure _ZNSt18condition_variable10notify_allEv(self: bv32, condition: $pointer)
{
  atomic { call $wake_all(condition); }
}

// `std::call_once` passes what is to be called in a variable of the thread, which only those who know such variables can read:
// this is what the proxy does with the variable's address.
procedure $call_once_proxy(self: bv32, variable: $pointer) returns (unwinding: $pointer)
{
  unwinding := $null;
  call unwinding := $call($load_pointer(variable), self);
}

// Guards of static variables in functions: byte 0 says whether the variable is initialised, byte 1 whether somebody is at it.
procedure __cxa_guard_acquire(self: bv32, guard: $pointer) returns (result: bv32)
{
  atomic {
    if ($load_bv8(guard) != 0bv8) {
      result := 0bv32;
      return;
    }
    assume {:unhang_wait "once"} $load_bv8($offset(guard, 1bv64)) == 0bv8;
    call $store($offset(guard, 1bv64), 1bv8);
    result := 1bv32;
  }
}

procedure __cxa_guard_release(self: bv32, guard: $pointer)
{
  atomic {
    call $store(guard, 1bv8);
    call $store($offset(guard, 1bv64), 0bv8);
  }
}

procedure __cxa_guard_abort(self: bv32, guard: $pointer)
{
  call $store($offset(guard, 1bv64), 0bv8);
}

// Futures wait at a futex; the result is false if the time ran out.
procedure _ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
  self: bv32, base: $pointer, address: $pointer, value: bv32, has_deadline: bool, seconds: bv64, nanoseconds: bv64
) returns (result: bool)
{
  call result := $future_wait(self, address, value, has_deadline);
}

procedure _ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE(
  self: bv32, base: $pointer, address: $pointer, value: bv32, has_deadline: bool, seconds: bv64, nanoseconds: bv64
) returns (result: bool)
{
  call result := $future_wait(self, address, value, has_deadline);
}

procedure $future_wait(self: bv32, address: $pointer, value: bv32, has_deadline: bool) returns (is_in_time: bool)
{
  atomic {
    is_in_time := true;
    if ($load_bv32(address) != value) {
      return;
    }
    call $join_futex(self, address);
  }
  goto woken, unasked, late;
  woken:
  atomic {
    assume {:unhang_wait "future"} $has($futex_woken, self);
    call $leave_futex(self);
    return;
  }
  unasked:
  atomic {
    assume {:unhang_wait "future"} {:unhang_spurious} $has($futex_waiting, self);
    call $leave_futex(self);
    return;
  }
  late:
  atomic {
    assume {:unhang_wait "future"} has_deadline && $has($futex_waiting, self);
    call $leave_futex(self);
    call $let_some_time_pass(self);
    is_in_time := false;
  }
}

procedure _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(self: bv32, address: $pointer)
{
  var count: bv64;
  call count := $futex_wake_all(address);
}

// The result of a future begins with its virtual functions, which the derived class sets, and an exception, of which there is none.
procedure _ZNSt13__future_base12_Result_baseC2Ev(self: bv32, base: $pointer)
{
  call $store($offset(base, 8bv64), $null);
}

procedure _ZNSt13__future_base12_Result_baseD2Ev(self: bv32, base: $pointer) { }

procedure _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(self: bv32, maker: $pointer)
{
  assume {:unhang_unsupported "a future that becomes ready at the end of a thread"} true;
}

// `std::allocator<char>` has nothing to make.
procedure _ZNSaIcEC1Ev(self: bv32, allocator: $pointer) { }
procedure _ZNSaIcEC2Ev(self: bv32, allocator: $pointer) { }
procedure _ZNSaIcEC1ERKS_(self: bv32, allocator: $pointer, other: $pointer) { }
procedure _ZNSaIcEC2ERKS_(self: bv32, allocator: $pointer, other: $pointer) { }
procedure _ZNSaIcED1Ev(self: bv32, allocator: $pointer) { }
procedure _ZNSaIcED2Ev(self: bv32, allocator: $pointer) { }

// What the program has set with `std::set_terminate`; it should not return.
var $terminate_handler: $pointer;

procedure $ask_handler(self: bv32)
{
  var unwinding: $pointer;
  if ($terminate_handler != $null) {
    unwinding := $null;
    call unwinding := $call($terminate_handler, self);
    assert {:msg "an exception leaves the function that std::terminate calls"} unwinding == $null;
  }
}

procedure _ZSt13set_terminatePFvvE(self: bv32, handler: $pointer) returns (was: $pointer)
{
  atomic { was, $terminate_handler := $terminate_handler, handler; }
}

procedure _ZSt13get_terminatev(self: bv32) returns (handler: $pointer) { handler := $terminate_handler; }

procedure _ZSt9terminatev(self: bv32)
{
  call $ask_handler(self);
  assert {:msg "std::terminate was called"} false;
}

// An exception leaves a function that says that it does not throw such.
procedure __cxa_call_unexpected(self: bv32, exception: $pointer)
{
  call $ask_handler(self);
  assert {:msg "an exception leaves a function that does not name it in its exception specification"} false;
}

procedure __cxa_pure_virtual(self: bv32) { assert {:msg "a pure virtual function was called"} false; }
procedure __cxa_deleted_virtual(self: bv32) { assert {:msg "a deleted virtual function was called"} false; }
procedure __cxa_bad_cast(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_cast is thrown"} false; }
procedure __cxa_bad_typeid(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_typeid is thrown"} false; }
procedure __cxa_throw_bad_array_new_length(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_array_new_length is thrown"} false; }

// The functions of libstdc++ that throw.
procedure _ZSt20__throw_system_errori(self: bv32, code: bv32) { call $throw_nothing(); assert {:msg "std::system_error is thrown"} false; }
procedure _ZSt20__throw_future_errori(self: bv32, code: bv32) { call $throw_nothing(); assert {:msg "std::future_error is thrown"} false; }
procedure _ZSt17__throw_bad_allocv(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_alloc is thrown"} false; }
procedure _ZSt28__throw_bad_array_new_lengthv(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_array_new_length is thrown"} false; }
procedure _ZSt25__throw_bad_function_callv(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_function_call is thrown"} false; }
procedure _ZSt16__throw_bad_castv(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_cast is thrown"} false; }
procedure _ZSt20__throw_length_errorPKc(self: bv32, text: $pointer) { call $throw_nothing(); assert {:msg "std::length_error is thrown"} false; }
procedure _ZSt19__throw_logic_errorPKc(self: bv32, text: $pointer) { call $throw_nothing(); assert {:msg "std::logic_error is thrown"} false; }
procedure _ZSt20__throw_out_of_rangePKc(self: bv32, text: $pointer) { call $throw_nothing(); assert {:msg "std::out_of_range is thrown"} false; }
procedure _ZSt24__throw_out_of_range_fmtPKcz(self: bv32, text: $pointer) { call $throw_nothing(); assert {:msg "std::out_of_range is thrown"} false; }
procedure _ZSt24__throw_invalid_argumentPKc(self: bv32, text: $pointer) { call $throw_nothing(); assert {:msg "std::invalid_argument is thrown"} false; }
procedure _ZSt21__throw_runtime_errorPKc(self: bv32, text: $pointer) { call $throw_nothing(); assert {:msg "std::runtime_error is thrown"} false; }
procedure _ZSt21__throw_bad_exceptionv(self: bv32) { call $throw_nothing(); assert {:msg "std::bad_exception is thrown"} false; }

// A precondition of a function of libstdc++ does not hold.
procedure _ZSt21__glibcxx_assert_failPKciS0_S0_(
  self: bv32, file: $pointer, line: bv32, function_name: $pointer, condition: $pointer
)
{
  assert {:msg "a precondition of the C++ library does not hold"} false;
}

// What is written makes no difference; the streams need not be made ready.
procedure _ZNSt8ios_base4InitC1Ev(self: bv32, initialiser: $pointer) { }
procedure _ZNSt8ios_base4InitD1Ev(self: bv32, initialiser: $pointer) { }
