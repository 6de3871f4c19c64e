// Time: <time.h>, <sched.h> and <unistd.h> of C11 and POSIX.1-2017, and <chrono> of C++.
//
// How long something takes makes no difference to what can happen, so to sleep is a step without effect.
//
// A clock shows one of eight times, more than three years apart, so that a deadline which was made of one of them is over at
// the next. Time goes on for all threads alike. Whenever a clock is read it shows the time that somebody saw last, or the next one:
// a deadline may be over or not. It cannot be counted on that it shows the same time to the same thread again, so that loops
// which wait for a time to come are left. To a thread that has slept since, or was in a wait whose time ran out, it shows a later
// time than before.
//
// After the eighth time there are only times that are not known as numbers: each is the address of nothing. They can be moved about
// and added to, and given to whoever waits until then; if something else depends on one, it is not known what happens.

const $first_time: bv64;
axiom $first_time == 1000000000bv64;
const $time_between: bv64;
axiom $time_between == 100000000bv64;
const $last_time: bv32;
axiom $last_time == 7bv32;

// The number of the time that was seen last; what each thread has seen last, plus one, or 0; and the threads for which time has
// passed since.
var $clock: bv32;
var $clock_read: [bv32]bv32;
var $time_has_passed: bv64;

// In a unit of which there are so many in a second. To be used in a step of the caller.
procedure $read_clock(self: bv32, unit: bv64) returns (time: bv64)
{
  var now: bv32;
  var unknown: $pointer;
  now := $clock;
  if ($has($time_has_passed, self) && $clock_read[self] == $add_32(now, 1bv32)) {
    now := $add_32(now, 1bv32);
  }
  if (*) {
    if ($clock_read[self] == $add_32(now, 1bv32)) {
      assume {:unhang_spurious} true;
    }
  } else {
    now := $add_32(now, 1bv32);
  }
  if ($less_32($last_time, now)) {
    call unknown := $allocate_heap(0bv64);
    time := $pointer_to_bits(unknown);
    now := $last_time;
  } else {
    time := $multiply_64(unit, $add_64($first_time, $multiply_64($time_between, $from_32_to_64(now))));
  }
  $clock, $clock_read := now, $clock_read[self := $add_32(now, 1bv32)];
  $time_has_passed, $lateness := $without($time_has_passed, self), $lateness[self := 0bv32];
}

// Clocks that libstdc++ reads by itself, for a time limit: where one begins, and to see whether it is over.
// Such times are not kept for longer than the limit. They begin before all that the program sees, and once the limit is over they
// are later each time, and later than all that the program sees: libstdc++ may have made a deadline of the one before.
// So it goes on until the next limit begins, or the program itself reads a clock, for a deadline of its own.

// How often a clock has said to the thread that its limit is over, plus one; 0 if it need not be over.
var $lateness: [bv32]bv32;

procedure $clock_at_beginning(self: bv32) returns (result: bv64)
{
  atomic {
    $lateness, result := $lateness[self := 0bv32], 999999999000000000bv64;
  }
}

procedure $clock_at_end(self: bv32) returns (result: bv64)
{
  atomic {
    if ($less_32($lateness[self], 2bv32)) {
      if (*) {
        if ($lateness[self] == 1bv32) {
          assume {:unhang_spurious} true;
        }
        result := 999999999000000000bv64;
        return;
      }
    }
    if ($lateness[self] == 7bv32) {
      assume {:unhang_unsupported "a time limit of the C++ library at which clocks are read again and again"} true;
    }
    $lateness := $lateness[self := if $lateness[self] == 0bv32 then 2bv32 else $add_32($lateness[self], 1bv32)];
    result := $multiply_64(1000000000000000000bv64, $from_32_to_64($lateness[self]));
  }
}

// The time of a wait of the thread has run out, or it has slept. To be used in a step of the caller.
procedure $let_time_pass(self: bv32)
{
  $time_has_passed := $with($time_has_passed, self);
  $lateness := $lateness[self := if $lateness[self] == 0bv32 then 1bv32 else $lateness[self]];
}

procedure clock_gettime(self: bv32, clock: bv32, place: $pointer) returns (result: bv32)
{
  var seconds: bv64;
  atomic {
    call seconds := $read_clock(self, 1bv64);
    call $store(place, seconds);
    call $store($offset(place, 8bv64), 0bv64);
    result := 0bv32;
  }
}

procedure timespec_get(self: bv32, place: $pointer, base: bv32) returns (result: bv32)
{
  var seconds: bv64;
  atomic {
    call seconds := $read_clock(self, 1bv64);
    call $store(place, seconds);
    call $store($offset(place, 8bv64), 0bv64);
    result := base;
  }
}

procedure gettimeofday(self: bv32, place: $pointer, zone: $pointer) returns (result: bv32)
{
  var seconds: bv64;
  atomic {
    call seconds := $read_clock(self, 1bv64);
    call $store(place, seconds);
    call $store($offset(place, 8bv64), 0bv64);
    result := 0bv32;
  }
}

procedure time(self: bv32, place: $pointer) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self, 1bv64);
    if (place != $null) {
      call $store(place, result);
    }
  }
}

// In units of which there are a million in a second.
procedure clock(self: bv32) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self, 1000000bv64);
  }
}

// `std::chrono::steady_clock::now` and `system_clock::now`, in units of which there are a thousand million in a second.
procedure _ZNSt6chrono3_V212steady_clock3nowEv(self: bv32) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self, 1000000000bv64);
  }
}

procedure _ZNSt6chrono3_V212system_clock3nowEv(self: bv32) returns (result: bv64)
{
  atomic {
    call result := $read_clock(self, 1000000000bv64);
  }
}

// To yield takes no time that anybody could count on.
procedure sched_yield(self: bv32) returns (result: bv32) { result := 0bv32; }
procedure pthread_yield(self: bv32) returns (result: bv32) { result := 0bv32; }
procedure thrd_yield(self: bv32) { }

procedure $sleep(self: bv32) returns (result: bv32)
{
  atomic {
    call $let_time_pass(self);
    result := 0bv32;
  }
}

procedure sleep(self: bv32, seconds: bv32) returns (result: bv32) { call result := $sleep(self); }
procedure usleep(self: bv32, time: bv32) returns (result: bv32) { call result := $sleep(self); }

procedure nanosleep(self: bv32, time: $pointer, rest: $pointer) returns (result: bv32) { call result := $sleep(self); }

procedure clock_nanosleep(self: bv32, clock: bv32, flags: bv32, time: $pointer, rest: $pointer) returns (result: bv32)
{
  call result := $sleep(self);
}

procedure thrd_sleep(self: bv32, time: $pointer, rest: $pointer) returns (result: bv32) { call result := $sleep(self); }
