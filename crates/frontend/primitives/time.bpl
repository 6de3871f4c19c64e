// Time: <time.h>, <sched.h> and <unistd.h> of C11 and POSIX.1-2017.
//
// How long something takes makes no difference to what can happen, so to sleep is a step without effect.
// Clocks have three values for a thread, so that there are finitely many states: now, later, and much later.
// At first it reads `now` or `later`, whichever: a deadline may be over or not. Once it has slept, has yielded, or was in a wait
// whose time ran out, it reads `much later`: deadlines before which it waited are over. If it waits again and reads again, there
// is no value left that is later still, and it is not known what happens.
// A loop that does nothing but read the clock may go on for ever.

const $now: bv64;
axiom $now == 1000000000bv64;
const $later: bv64;
axiom $later == 1001000000bv64;
const $much_later: bv64;
axiom $much_later == 2000000000bv64;

// The threads for which time has passed since they last read a clock; that have read one; and that have read `much later`.
var $time_has_passed: bv64;
var $has_read_clock: bv64;
var $is_much_later: bv64;

// To be used in a step of the caller: seconds.
procedure $read_clock(self: bv32) returns (seconds: bv64)
{
  if ($has($time_has_passed, self) && $has($has_read_clock, self)) {
    if ($has($is_much_later, self)) {
      assume {:unhang_unsupported "a clock that a thread reads again and again, with waits in between,"} true;
    }
    $is_much_later := $with($is_much_later, self);
  }
  $time_has_passed, $has_read_clock := $without($time_has_passed, self), $with($has_read_clock, self);
  if ($has($is_much_later, self)) {
    seconds := $much_later;
  } else if (*) {
    seconds := $now;
  } else {
    seconds := $later;
  }
}

procedure clock_gettime(self: bv32, clock: bv32, place: $pointer) returns (result: bv32)
{
  var seconds: bv64;
  atomic {
    call seconds := $read_clock(self);
    call $store(place, seconds);
    call $store($offset(place, 8bv64), 0bv64);
    result := 0bv32;
  }
}

procedure timespec_get(self: bv32, place: $pointer, base: bv32) returns (result: bv32)
{
  var seconds: bv64;
  atomic {
    call seconds := $read_clock(self);
    call $store(place, seconds);
    call $store($offset(place, 8bv64), 0bv64);
    result := base;
  }
}

procedure gettimeofday(self: bv32, place: $pointer, zone: $pointer) returns (result: bv32)
{
  var seconds: bv64;
  atomic {
    call seconds := $read_clock(self);
    call $store(place, seconds);
    call $store($offset(place, 8bv64), 0bv64);
    result := 0bv32;
  }
}

procedure time(self: bv32, place: $pointer) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self);
    if (place != $null) {
      call $store(place, result);
    }
  }
}

// In units of which there are a million in a second.
procedure clock(self: bv32) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self);
    result := $multiply_64(result, 1000000bv64);
  }
}

// `std::chrono::steady_clock::now` and `system_clock::now`, in units of which there are a thousand million in a second.
procedure _ZNSt6chrono3_V212steady_clock3nowEv(self: bv32) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self);
    result := $multiply_64(result, 1000000000bv64);
  }
}

procedure _ZNSt6chrono3_V212system_clock3nowEv(self: bv32) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self);
    result := $multiply_64(result, 1000000000bv64);
  }
}

procedure $let_time_pass(self: bv32) returns (result: bv32)
{
  $time_has_passed, result := $with($time_has_passed, self), 0bv32;
}

procedure sched_yield(self: bv32) returns (result: bv32) { atomic { call result := $let_time_pass(self); } }
procedure pthread_yield(self: bv32) returns (result: bv32) { atomic { call result := $let_time_pass(self); } }
procedure thrd_yield(self: bv32) { $time_has_passed := $with($time_has_passed, self); }
procedure sleep(self: bv32, seconds: bv32) returns (result: bv32) { atomic { call result := $let_time_pass(self); } }
procedure usleep(self: bv32, time: bv32) returns (result: bv32) { atomic { call result := $let_time_pass(self); } }

procedure nanosleep(self: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  atomic { call result := $let_time_pass(self); }
}

procedure clock_nanosleep(self: bv32, clock: bv32, flags: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  atomic { call result := $let_time_pass(self); }
}

procedure thrd_sleep(self: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  atomic { call result := $let_time_pass(self); }
}
