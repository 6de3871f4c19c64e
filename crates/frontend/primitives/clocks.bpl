// Clocks and sleep: <time.h>, <sys/time.h>, <sched.h> and <unistd.h> of C11 and POSIX.1-2017, <threads.h> of C11, <chrono> of C++.
//
// What clocks show, and what is known of it, is in `time.bpl`. Clocks are told apart by numbers: those of POSIX plus one for clocks in
// seconds and parts of seconds, 100 for `time`, from 200 on for clocks in smaller units. Readings of different clocks are not compared.
// How long something takes makes no difference to what can happen otherwise, so to sleep is a step without effect.

// Seconds, and as many parts of a second as there may be at most.
procedure $show_time(self: bv32, clock: bv32, place: $pointer, most: bv64)
{
  var seconds, part: bv64;
  // How much a thread has worked: each has such a clock of its own.
  if (clock == 3bv32) {
    call seconds := $obscure();
    call part := $obscure();
  } else {
    call seconds := $read_clock(self, $add_32(clock, 1bv32));
    call part := $read_part(self, most);
  }
  call $store(place, seconds);
  call $store($offset(place, 8bv64), part);
}

// Linux has clocks up to 11, of which 10 is none any more. Below zero are those of other threads and processes.
function $is_no_clock(clock: bv32) returns (bool)
{
  clock == 10bv32 || (!$less_32(clock, 12bv32) && $less_32(clock, 2147483648bv32))
}

// Not all clocks can be slept by: some are not supported, which is another error. Only two can be waited by: that of the day and the
// monotonic one.
function $is_no_clock_to_sleep_by(clock: bv32) returns (bool) { clock == 3bv32 || $is_no_clock(clock) }
function $is_clock_to_read_only(clock: bv32) returns (bool) { $less_32(3bv32, clock) && $less_32(clock, 7bv32) }
function $is_no_clock_to_wait_by(clock: bv32) returns (bool) { !$less_32(clock, 2bv32) }

procedure clock_gettime(self: bv32, clock: bv32, place: $pointer) returns (result: bv32)
{
  atomic {
    if ($is_no_clock(clock)) {
      call result := $fail(self, 22bv32);
      return;
    }
    if (!$less_32(clock, 12bv32)) {
      assume {:unhang_unsupported "a clock other than those of the system"} true;
    }
    call $show_time(self, clock, place, 999999999bv64);
    result := 0bv32;
  }
}

procedure timespec_get(self: bv32, place: $pointer, base: bv32) returns (result: bv32)
{
  atomic {
    if (base != 1bv32) {
      result := 0bv32;
      return;
    }
    call $show_time(self, 0bv32, place, 999999999bv64);
    result := base;
  }
}

procedure gettimeofday(self: bv32, place: $pointer, zone: $pointer) returns (result: bv32)
{
  atomic {
    call $show_time(self, 0bv32, place, 999999bv64);
    result := 0bv32;
  }
}

procedure time(self: bv32, place: $pointer) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self, 100bv32);
    if (place != $null) {
      call $store(place, result);
    }
  }
}

// How much the program has worked, in microseconds.
procedure clock(self: bv32) returns (result: bv64)
{
  atomic { call result := $read_clock(self, 202bv32); }
}

// `std::chrono::steady_clock::now` and `system_clock::now`.
procedure _ZNSt6chrono3_V212steady_clock3nowEv(self: bv32) returns (result: bv64)
{
  atomic { call result := $read_clock(self, 200bv32); }
}

procedure _ZNSt6chrono3_V212system_clock3nowEv(self: bv32) returns (result: bv64)
{
  atomic { call result := $read_clock(self, 201bv32); }
}

// To yield takes no time that anybody could count on.
procedure sched_yield(self: bv32) returns (result: bv32) { result := 0bv32; }
procedure pthread_yield(self: bv32) returns (result: bv32) { result := 0bv32; }
procedure thrd_yield(self: bv32) { }

// Two steps: the second one ends what has taken so long. Without any clock that was read there is nothing to tell them apart.
procedure $sleep(self: bv32, nanoseconds: bv64)
{
  atomic {
    if ($newest == $null) {
      call $let_time_pass(self);
      return;
    }
    call $begin_pause(self);
  }
  atomic { call $end_pause(self, nanoseconds); }
}

function $from_seconds(seconds: bv64, nanoseconds: bv64) returns (bv64)
{
  $add_64($multiply_64(seconds, 1000000000bv64), nanoseconds)
}

// What is in a `struct timespec`, for a thread that sleeps.
procedure $sleep_for(self: bv32, time: $pointer)
{
  call $sleep(self, $from_seconds($load_bv64(time), $load_bv64($offset(time, 8bv64))));
}

procedure sleep(self: bv32, seconds: bv32) returns (result: bv32)
{
  result := 0bv32;
  call $sleep(self, $from_seconds($from_32_to_64(seconds), 0bv64));
}

procedure usleep(self: bv32, microseconds: bv32) returns (result: bv32)
{
  result := 0bv32;
  call $sleep(self, $multiply_64($from_32_to_64(microseconds), 1000bv64));
}

procedure nanosleep(self: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  result := 0bv32;
  if ($is_no_duration(time)) {
    atomic { call result := $fail(self, 22bv32); }
  } else {
    call $sleep_for(self, time);
  }
}

// As glibc has it: -1 is for signals.
procedure thrd_sleep(self: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  result := 0bv32;
  if ($is_no_duration(time)) {
    result := 4294967294bv32;
  } else {
    call $sleep_for(self, time);
  }
}

// Flag 1: until that time.
procedure clock_nanosleep(self: bv32, clock: bv32, flags: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  result := 0bv32;
  if ($is_no_clock_to_sleep_by(clock)) {
    result := 22bv32;
  } else if ($is_clock_to_read_only(clock)) {
    result := 95bv32;
  } else if ($is_no_time(time)) {
    result := 22bv32;
  } else if (flags == 0bv32) {
    call $sleep_for(self, time);
  } else {
    atomic { call $end_wait(self, $load_bv64(time)); }
  }
}

// `std::this_thread::sleep_for`, in the end.
procedure _ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE(
  self: bv32, seconds: bv64, nanoseconds: bv64
)
{
  call $sleep(self, $from_seconds(seconds, nanoseconds));
}

// `std::this_thread::sleep_until`.
procedure $sleep_until(self: bv32, time: $pointer) returns (unwinding: $pointer)
{
  unwinding := $null;
  atomic { call $end_wait(self, $load_bv64(time)); }
}
