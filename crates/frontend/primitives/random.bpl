// Random numbers: <stdlib.h> of C11 and POSIX.1-2017, and `std::random_device` of libstdc++.
//
// Random numbers are what nobody knows. Some are chosen among few that stand for all; such a choice is `{:unhang_random}`, since no
// generator gives the same numbers for ever. Nor does one give others after the same seed: numbers are `"repeatable"` if they come
// after a second seed, or before the first, or from a seed of the program's own.

// How often the program has set a seed: 0, 1 or 2, which is more.
var $seedings: bv8;

procedure srand(self: bv32, seed: bv32)
{
  atomic {
    $seedings := if $seedings == 0bv8 then 1bv8 else 2bv8;
  }
}

procedure srandom(self: bv32, seed: bv32) { call srand(self, seed); }

// Where a number comes from: from a generator that the program never seeds, from one that it does, or from a seed of its own.
const $seeded: bv8;
axiom $seeded == 1bv8;
const $own_seed: bv8;
axiom $own_seed == 2bv8;

procedure {:unhang_random} $draw(self: bv32, count: bv64) returns (result: bv64)
{
  var chosen: bv10;
  atomic {
    havoc chosen;
    assume $less_64($from_10_to_64(chosen), count);
    result := $from_10_to_64(chosen);
  }
}

procedure {:unhang_random "repeatable"} $draw_again(self: bv32, count: bv64) returns (result: bv64)
{
  var chosen: bv10;
  atomic {
    havoc chosen;
    assume $less_64($from_10_to_64(chosen), count);
    result := $from_10_to_64(chosen);
  }
}

// One of the numbers below the given one, which is at most 1024.
procedure $random_below(self: bv32, source: bv8, count: bv64) returns (result: bv64)
{
  if (source == $own_seed || (source == $seeded && $seedings != 1bv8)) {
    call result := $draw_again(self, count);
  } else {
    call result := $draw(self, count);
  }
}

// What is left of a random number that is divided by another, if nobody has done anything else with it.
procedure $random_remainder(self: bv32, source: bv8, divisor: bv64) returns (remainder: bv64)
{
  if (!$is_number($bits_to_pointer(divisor)) || $less_64(1024bv64, divisor)) {
    atomic { call remainder := $obscure(); }
  } else {
    call remainder := $random_below(self, source, divisor);
  }
}

// Where the least and the largest would show that something overflows, they are among the numbers.
procedure $extreme_random(self: bv32, source: bv8) returns (result: bv64)
{
  if (*) {
    call result := $random_below(self, source, 2bv64);
    result := if result == 0bv64 then 0bv64 else 2147483647bv64;
  } else {
    atomic { call result := $obscure(); }
  }
}

procedure rand(self: bv32) returns (result: bv32)
{
  var number: bv64;
  atomic {
    call number := $obscure();
    result := number[32:0];
  }
}

// What becomes of the seed nobody knows either.
procedure $advance_seed(self: bv32, seed: $pointer)
{
  var number: bv64;
  atomic {
    call number := $obscure();
    call $store(seed, number[32:0]);
  }
}

procedure rand_r(self: bv32, seed: $pointer) returns (result: bv32)
{
  call $advance_seed(self, seed);
  call result := rand(self);
}

procedure random(self: bv32) returns (result: bv64) { atomic { call result := $obscure(); } }

// `std::random_device`: it needs nothing to begin with, and what it gives nobody knows.
procedure _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(self: bv32, device: $pointer, token: $pointer) { }
procedure _ZNSt13random_device7_M_finiEv(self: bv32, device: $pointer) { }

procedure _ZNSt13random_device9_M_getvalEv(self: bv32, device: $pointer) returns (result: bv32)
{
  call result := rand(self);
}
