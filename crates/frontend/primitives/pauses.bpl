// How long threads sleep and wait: what is then known of the time that has passed; see `time.bpl`.
//
// Clocks that libstdc++ reads by itself, for a time limit: where one begins, and to see whether it is over.
// Such times are not kept for longer than the limit. They begin before all that the program sees, and once the limit is over they
// are later each time, and later than all that the program sees: libstdc++ may have made a deadline of the one before.
// So it goes on until the next limit begins.

const $library_time: bv64;
axiom $library_time == 999999999000000000bv64;

// How often a clock has said to the thread that its limit is over, plus one; 0 if it need not be over.
var $lateness: [bv32]bv32;

procedure $clock_at_beginning(self: bv32) returns (result: bv64)
{
  atomic {
    call $begin_pause(self);
    $lateness, result := $lateness[self := 0bv32], $library_time;
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
        result := $library_time;
        return;
      }
    }
    if ($lateness[self] == 7bv32) {
      assume {:unhang_unsupported "a time limit of the C++ library at which clocks are read again and again"} true;
    }
    $lateness := $lateness[self := if $lateness[self] == 0bv32 then 2bv32 else $add_32($lateness[self], 1bv32)];
    $is_more := $is_more || $newest != $null;
    result := $multiply_64(1000000000000000000bv64, $from_32_to_64($lateness[self]));
  }
}

// The threads that began to sleep, or to wait for a time, since the newest reading; what they knew then to have been slept since; and
// how often this has become more.
var $pausing: bv64;
var $pause_began: [bv32]bv64;
var $pauses: bv32;

const $most_pauses: bv32;
axiom $most_pauses == 4bv32;

// To be used in steps of the caller, like all that follow here.
procedure $begin_pause(self: bv32)
{
  if ($newest != $null) {
    $pausing, $pause_began := $with($pausing, self), $pause_began[self := $slept];
  }
}

procedure $end_pause(self: bv32, nanoseconds: bv64)
{
  var until: bv64;
  if ($newest != $null && !$has($pausing, self)) {
    // It began before the newest reading, and nobody knows how much of it came after.
    $is_more := true;
  } else if ($newest != $null) {
    if (!$is_number($bits_to_pointer(nanoseconds)) || !$less_64(nanoseconds, $unlimited)) {
      $is_more := true;
    } else {
      until := $add_64($pause_began[self], nanoseconds);
      if ($less_64($slept, until)) {
        if ($pauses == $most_pauses) {
          $is_more := true;
        } else {
          $slept, $pauses := until, $add_32($pauses, 1bv32);
        }
      }
    }
  }
  $pausing, $pause_began := $without($pausing, self), $pause_began[self := 0bv64];
  call $let_time_pass(self);
}

// A wait until the time is over, which is a number of a reading of the program, or one that the C++ library has made.
procedure $end_wait(self: bv32, time: bv64)
{
  if ($newest != $null) {
    if ($is_of($bits_to_pointer(time), $newest)) {
      $waited := $larger_signed_64($waited, $distance($bits_to_pointer(time), $newest));
    } else if ($is_of($bits_to_pointer(time), $base)) {
      $over := $larger_signed_64($over, $distance($bits_to_pointer(time), $base));
    } else if ($is_number($bits_to_pointer(time)) && !$less_64(time, $library_time)) {
      call $end_pause(self, $subtract_64(time, $library_time));
    } else {
      $is_more := true;
    }
  }
  call $let_time_pass(self);
}

// Whether it is known of what is in a `struct timespec` that it is no time: a second has not so many nanoseconds. Numbers that nobody
// knows are taken for times, since whoever makes one of a clock's sees to it.
function $is_no_time(time: $pointer) returns (bool)
{
  if $is_number($load_pointer($offset(time, 8bv64)))
    then !$less_64($load_bv64($offset(time, 8bv64)), 1000000000bv64)
    else false
}

// The same of what is no time to sleep for.
function $is_no_duration(time: $pointer) returns (bool)
{
  $is_no_time(time) || (if $is_number($load_pointer(time)) then $less_signed_64($load_bv64(time), 0bv64) else false)
}

// The time of a wait of the thread has run out, or it has slept.
procedure $let_time_pass(self: bv32)
{
  $lateness := $lateness[self := if $lateness[self] == 0bv32 then 1bv32 else $lateness[self]];
}

// The same, where it is not known how long that took.
procedure $let_some_time_pass(self: bv32)
{
  $is_more := $is_more || $newest != $null;
  call $let_time_pass(self);
}
