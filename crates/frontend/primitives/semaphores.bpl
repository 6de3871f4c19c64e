// Semaphores: `sem_t` of POSIX.1-2017.
//
// Of the 32 bytes the first four are the value. Errors come as -1 with the number in `errno`.

procedure sem_init(self: bv32, semaphore: $pointer, shared: bv32, value: bv32) returns (result: bv32)
{
  atomic {
    if (!$less_32(value, 2147483648bv32)) {
      call result := $fail(self, 22bv32);
      return;
    }
    call $store(semaphore, value);
    result := 0bv32;
  }
}

procedure $fail(self: bv32, error: bv32) returns (result: bv32)
{
  call $set_errno(self, error);
  result := 4294967295bv32;
}

procedure sem_wait(self: bv32, semaphore: $pointer) returns (result: bv32)
{
  atomic {
    assume {:unhang_wait "semaphore"} $load_bv32(semaphore) != 0bv32;
    call $store(semaphore, $subtract_32($load_bv32(semaphore), 1bv32));
    result := 0bv32;
  }
}

procedure sem_trywait(self: bv32, semaphore: $pointer) returns (result: bv32)
{
  atomic {
    if ($load_bv32(semaphore) == 0bv32) {
      call result := $fail(self, 11bv32);
      return;
    }
    call $store(semaphore, $subtract_32($load_bv32(semaphore), 1bv32));
    result := 0bv32;
  }
}

// The time may run out only while the value is zero.
procedure sem_timedwait(self: bv32, semaphore: $pointer, time: $pointer) returns (result: bv32)
{
  atomic {
    if ($is_no_time(time)) {
      call result := $fail(self, 22bv32);
      return;
    }
    if ($load_bv32(semaphore) == 0bv32) {
      call $let_some_time_pass(self);
      call result := $fail(self, 110bv32);
      return;
    }
    call $store(semaphore, $subtract_32($load_bv32(semaphore), 1bv32));
    result := 0bv32;
  }
}

procedure sem_clockwait(self: bv32, semaphore: $pointer, clock: bv32, time: $pointer) returns (result: bv32)
{
  if ($is_no_clock_to_wait_by(clock)) {
    atomic { call result := $fail(self, 22bv32); }
  } else {
    call result := sem_timedwait(self, semaphore, time);
  }
}

procedure sem_post(self: bv32, semaphore: $pointer) returns (result: bv32)
{
  atomic {
    if ($load_bv32(semaphore) == 2147483647bv32) {
      call result := $fail(self, 75bv32);
      return;
    }
    call $store(semaphore, $add_32($load_bv32(semaphore), 1bv32));
    result := 0bv32;
  }
}

procedure sem_getvalue(self: bv32, semaphore: $pointer, place: $pointer) returns (result: bv32)
{
  atomic {
    call $store(place, $load_bv32(semaphore));
    result := 0bv32;
  }
}

// That nobody waits for it cannot be checked: the value does not tell.
procedure sem_destroy(self: bv32, semaphore: $pointer) returns (result: bv32) { result := 0bv32; }
