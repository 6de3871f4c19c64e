// Clocks: <time.h> and <sys/time.h> of C11 and POSIX.1-2017, and <chrono> of C++.
//
// Nobody knows what time it is: what a clock shows is a number that can be moved about, added to, computed with and printed.
// It is not known what happens if something depends on it, but for one question: whether one reading is later than another by so
// much. The answer is chosen when somebody asks, and stays so.
// Such questions are about the newest reading of the clock, and one other: the reading before, or that about which they were when
// the reading before was the newest. What is decided of these two restricts nothing that was decided of others before them.
//
// Time goes on: that a time has not come yet is a step that cannot be counted on. It has come if a thread has slept for so long since,
// or has waited until then.

// How far the number of a reading is from its object: too far for an address.
const $far: bv64;
axiom $far == 4611686018427387904bv64;

// Larger than any time between two readings.
const $unlimited: bv64;
axiom $unlimited == 2305843009213693952bv64;

// A reading is the base no more after so many others that nobody has compared with it.
const $most_silence: bv32;
axiom $most_silence == 3bv32;

// The newest reading, the one before, and the one that others are compared with, or null; and of which clock they are.
var $newest: $pointer;
var $previous: $pointer;
var $base: $pointer;
var $clock_kind: bv32;

// What is known of the time since the newest reading: the nanoseconds that threads have slept, the units of the clock until a
// deadline that is over, and whether it may be more than that; the same of the time between the two newest readings.
var $slept: bv64;
var $waited: bv64;
var $is_more: bool;
var $slept_before: bv64;
var $waited_before: bv64;
var $was_more: bool;

// What is known of the time between the base and the newest reading: the units of the clock at least and at most; the nanoseconds slept
// in all, and since the former was found out; whether it may be more than that; of which time it was asked, at most, whether it
// has passed; and how many readings there were since.
var $at_least: bv64;
var $at_most: bv64;
var $slept_in_all: bv64;
var $slept_on: bv64;
var $may_be_more: bool;
var $asked: bv64;
var $silence: bv32;
// The units of the clock from the base until a deadline that is over.
var $over: bv64;

// How many nanoseconds of sleep are one unit of the clock; some clocks tell how much work was done, and do not go on meanwhile.
function $unit(kind: bv32) returns (bv64)
{
  if $tells_work(kind) then $unlimited else if $is_in_seconds(kind) then 1000000000bv64 else 1bv64
}
function $is_in_seconds(kind: bv32) returns (bool) { $less_32(kind, 200bv32) }
function $tells_work(kind: bv32) returns (bool) { kind == 3bv32 || kind == 202bv32 }
function $larger_64(x: bv64, y: bv64) returns (bv64) { if $less_64(x, y) then y else x }
function $larger_signed_64(x: bv64, y: bv64) returns (bv64) { if $less_signed_64(x, y) then y else x }
// Whether it is a number that somebody knows, neither a time nor an address.
function $is_number(value: $pointer) returns (bool) { $ordered(value, $bits_to_pointer(1099511627776bv64)) }
function $is_of(value: $pointer, object: $pointer) returns (bool) { object != $null && $ordered(value, object) }
// Whether nothing was decided of the newest reading.
function $is_open(base: $pointer, silence: bv32) returns (bool) { base == $null || silence != 0bv32 }
function $least_now(at_least: bv64, slept_on: bv64, slept_in_all: bv64, unit: bv64) returns (bv64)
{
  $larger_64($add_64(at_least, $divide_64(slept_on, unit)), $divide_64(slept_in_all, unit))
}

procedure $start_clocks()
{
  $newest, $previous, $base, $clock_kind := $null, $null, $null, 0bv32;
  $slept, $waited, $is_more := 0bv64, 0bv64, false;
  $slept_before, $waited_before, $was_more := 0bv64, 0bv64, false;
  $pausing, $pauses, $is_part_asked := 0bv64, 0bv32, false;
  call $forget_base();
}

procedure $forget_base()
{
  $base, $at_least, $at_most, $slept_in_all, $slept_on := $null, 0bv64, $unlimited, 0bv64, 0bv64;
  $may_be_more, $asked, $silence, $over := false, 0bv64, 0bv32, 0bv64;
}

// What a clock shows. To be used in a step of the caller.
procedure $read_clock(self: bv32, kind: bv32) returns (time: bv64)
{
  var reading: $pointer;
  call reading := $unknown();
  if (kind != $clock_kind) {
    call $start_clocks();
    $clock_kind := kind;
  }
  if ($base != $null && $less_32($silence, $most_silence)) {
    call $move_on($unit(kind));
    $silence := $add_32($silence, 1bv32);
  } else {
    call $forget_base();
  }
  $slept_before, $waited_before, $was_more := $slept, $waited, $is_more;
  $slept, $waited, $is_more, $pausing, $pauses := 0bv64, 0bv64, false, 0bv64, 0bv32;
  $previous, $newest, $at_most := $newest, reading, $unlimited;
  time := $pointer_to_bits(reading);
}

// There is a new reading: what has passed since the one before has passed since the base, too. What is much longer than anybody has
// asked about is not counted.
procedure $move_on(unit: bv64)
{
  var now: bv64;
  now := $add_64($least_now($at_least, $slept_on, $slept_in_all, unit), $larger_64($waited, $divide_64($slept, unit)));
  $slept_on := $add_64($slept_on, $slept);
  if ($waited != 0bv64 || $less_64($at_least, $over)) {
    $at_least, $slept_on := $larger_64(now, $over), 0bv64;
  }
  $slept_in_all := $add_64($slept_in_all, $slept);
  $may_be_more := $may_be_more || $is_more;
  if ($less_64($multiply_64($asked, 2bv64), $least_now($at_least, $slept_on, $slept_in_all, unit))) {
    $at_least, $slept_on, $slept_in_all, $may_be_more := $multiply_64($asked, 2bv64), 0bv64, 0bv64, true;
  }
  $over := 0bv64;
}

// A number that nobody knows, as a pointer that is none.
procedure $unknown() returns (number: $pointer)
{
  call number := $allocate_heap(0bv64);
  number := $offset(number, $far);
}

// A number that nobody knows, and of which nobody will.
procedure $obscure() returns (number: bv64)
{
  var unknown: $pointer;
  call unknown := $unknown();
  number := $multiply_64($pointer_to_bits(unknown), 3bv64);
}

// Whether the first time is later than the second by so much, or more. To be used in a step of the caller.
procedure $is_later(first: $pointer, second: $pointer, by: bv64) returns (is_later: bool)
{
  is_later := false;
  if ($is_of(first, $newest) && $is_of(second, $base)) {
    call is_later := $has_passed($add_64(by, $subtract_64($distance(second, $base), $distance(first, $newest))));
  } else if ($is_of(first, $newest) && $is_of(second, $previous) && $is_open($base, $silence)) {
    call $begin_with_previous();
    call is_later := $has_passed($add_64(by, $subtract_64($distance(second, $base), $distance(first, $newest))));
  } else if ($is_of(second, $newest) && $is_of(first, $base)) {
    call is_later := $has_passed(
      $subtract_64($add_64($subtract_64($distance(first, $base), $distance(second, $newest)), 1bv64), by));
    is_later := !is_later;
  } else if ($is_of(second, $newest) && $is_of(first, $previous) && $is_open($base, $silence)) {
    call $begin_with_previous();
    call is_later := $has_passed(
      $subtract_64($add_64($subtract_64($distance(first, $base), $distance(second, $newest)), 1bv64), by));
    is_later := !is_later;
  } else {
    assume {:unhang_unsupported "a comparison of times other than that which a clock was last seen to show and one before"} true;
  }
}

procedure $begin_with_previous()
{
  call $forget_base();
  $base, $at_least, $slept_in_all, $may_be_more := $previous, $waited_before, $slept_before, $was_more;
}

// Whether so many units of the clock have passed between the base and the newest reading.
procedure $has_passed(time: bv64) returns (has_passed: bool)
{
  $silence := 0bv32;
  if (!$less_signed_64(0bv64, time)) {
    has_passed := true;
    return;
  }
  $asked := $larger_64($asked, time);
  has_passed := !$less_64($least_now($at_least, $slept_on, $slept_in_all, $unit($clock_kind)), time);
  if (!has_passed && !$less_64($at_most, time)) {
    if ($is_part_asked && $is_in_seconds($clock_kind)) {
      assume {:unhang_unsupported "seconds and parts of seconds that both matter"} true;
    }
    if (*) {
      has_passed := true;
      $at_least, $slept_on := time, 0bv64;
    } else {
      if ($may_be_more) {
        assume {:unhang_unsupported "the time that has passed after waits of which it is not known how long they took"} true;
      }
      assume {:unhang_spurious} true;
      $at_most := $subtract_64(time, 1bv64);
    }
  }
}

// For each thread the difference of two times that it has computed last, as a number that nobody knows, divided by another.
var $difference: [bv32]$pointer;
var $minuend: [bv32]$pointer;
var $subtrahend: [bv32]$pointer;
var $divisor: [bv32]bv64;

// For each thread the part of a second that a clock has shown it last, as a number that nobody knows, and between what it is;
// and whether somebody has asked about such a part.
var $part: [bv32]$pointer;
var $part_least: [bv32]bv64;
var $part_most: [bv32]bv64;
var $is_part_asked: bool;

procedure $forget_times(self: bv32)
{
  $difference, $minuend, $subtrahend := $difference[self := $null], $minuend[self := $null], $subtrahend[self := $null];
  $divisor, $part := $divisor[self := 0bv64], $part[self := $null];
  $part_least, $part_most := $part_least[self := 0bv64], $part_most[self := 0bv64];
  $pausing, $pause_began := $without($pausing, self), $pause_began[self := 0bv64];
  $lateness := $lateness[self := 0bv32];
}

procedure $read_part(self: bv32, most: bv64) returns (part: bv64)
{
  var unknown: $pointer;
  call unknown := $unknown();
  $part, $part_least, $part_most := $part[self := unknown], $part_least[self := 0bv64], $part_most[self := most];
  part := $pointer_to_bits(unknown);
}

// Whether the part of a second is at least so large.
procedure $part_reaches(self: bv32, limit: bv64) returns (reaches: bool)
{
  if ($less_signed_64($part_most[self], limit)) {
    reaches := false;
  } else if (!$less_signed_64($part_least[self], limit)) {
    reaches := true;
  } else {
    $is_part_asked := true;
    if (*) {
      reaches := true;
      $part_least := $part_least[self := limit];
    } else {
      reaches := false;
      $part_most := $part_most[self := $subtract_64(limit, 1bv64)];
    }
  }
}

// The front end asks these about numbers of which one may be a time; what is no time it deals with itself.

function $is_time(value: $pointer, newest: $pointer, previous: $pointer, base: $pointer) returns (bool)
{
  $is_of(value, newest) || $is_of(value, previous) || $is_of(value, base)
}

// No time is negative, for that would be an error; and the first hours of clocks are over.
function $is_over(kind: bv32, time: bv64) returns (bool)
{
  $less_signed_64(time, if $tells_work(kind) then 1bv64 else 4096bv64)
}

// Whether the first number is at least the second.
procedure $is_at_least(self: bv32, first: $pointer, second: $pointer) returns (is_time: bool, answer: bool)
{
  var number: bv64;
  var subject: $pointer;
  atomic {
    is_time, answer := true, false;
    if ($ordered(first, second)) {
      is_time := false;
      return;
    }
    if (!$is_number(first) && !$is_number(second)) {
      if (!$is_time(first, $newest, $previous, $base) || !$is_time(second, $newest, $previous, $base)) {
        is_time := false;
        return;
      }
      call answer := $is_later(first, second, 0bv64);
      return;
    }
    // Of a number that is at least the other one, the other one is not at least the number plus one.
    if ($is_number(first)) {
      subject, number := second, $add_64($pointer_to_bits(first), 1bv64);
    } else {
      subject, number := first, $pointer_to_bits(second);
    }
    if ($is_of(subject, $difference[self])) {
      number := $subtract_64(number, $distance(subject, $difference[self]));
      // What is less than nothing, but nothing when divided, is not looked at.
      if (!$less_signed_64(0bv64, number) && $divisor[self] != 1bv64 && !$is_of($minuend[self], $newest)) {
        is_time := false;
        return;
      }
      number := $multiply_64(number, $divisor[self]);
      call answer := $is_later($minuend[self], $subtrahend[self], number);
    } else if ($is_of(subject, $part[self])) {
      call answer := $part_reaches(self, $subtract_64(number, $distance(subject, $part[self])));
    } else if ($is_of(subject, $newest) && $is_over($clock_kind, $subtract_64(number, $distance(subject, $newest)))) {
      answer := true;
    } else {
      is_time := false;
      return;
    }
    answer := answer == !$is_number(first);
  }
}

// The same of numbers without a sign: a difference must not be negative.
procedure $is_at_least_unsigned(self: bv32, first: $pointer, second: $pointer) returns (is_time: bool, answer: bool)
{
  atomic {
    is_time, answer := false, false;
    if (($is_of(first, $difference[self]) || $is_of(second, $difference[self])) && !$is_of($minuend[self], $newest)) {
      return;
    }
  }
  call is_time, answer := $is_at_least(self, first, second);
}

procedure $is_same_time(self: bv32, first: $pointer, second: $pointer) returns (is_time: bool, answer: bool)
{
  call is_time, answer := $is_at_least(self, first, second);
  if (is_time && answer) {
    call is_time, answer := $is_at_least(self, second, first);
  }
}

procedure $subtract_times(self: bv32, first: $pointer, second: $pointer) returns (is_time: bool, difference: bv64)
{
  var unknown: $pointer;
  atomic {
    is_time, difference := false, 0bv64;
    if (!$ordered(first, second)) {
      if ($is_time(first, $newest, $previous, $base) && $is_time(second, $newest, $previous, $base)) {
        call unknown := $unknown();
        $difference, $minuend := $difference[self := unknown], $minuend[self := first];
        $subtrahend, $divisor := $subtrahend[self := second], $divisor[self := 1bv64];
        is_time, difference := true, $pointer_to_bits(unknown);
      }
    }
  }
}

procedure $divide_time(self: bv32, dividend: $pointer, divisor: bv64) returns (is_time: bool, quotient: bv64)
{
  var unknown: $pointer;
  atomic {
    is_time, quotient := false, 0bv64;
    if ($is_of(dividend, $difference[self])) {
      if ($distance(dividend, $difference[self]) == 0bv64 && $less_64(0bv64, divisor)
          && $less_64(divisor, 1000000000001bv64) && $less_64($divisor[self], 1000001bv64)) {
        call unknown := $unknown();
        $difference, $divisor := $difference[self := unknown], $divisor[self := $multiply_64($divisor[self], divisor)];
        is_time, quotient := true, $pointer_to_bits(unknown);
      }
    }
  }
}
