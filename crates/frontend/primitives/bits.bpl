// What the other files share: arithmetic on machine integers, and sets of small numbers as masks of 64 bits.

function {:bvbuiltin "bvadd"} $add_32(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvsub"} $subtract_32(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvand"} $and_32(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvnot"} $not_32(x: bv32) returns (bv32);
function {:bvbuiltin "bvult"} $less_32(x: bv32, y: bv32) returns (bool);
function {:bvbuiltin "bvadd"} $add_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvsub"} $subtract_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvmul"} $multiply_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvudiv"} $divide_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvurem"} $remainder_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvumulo"} $product_overflows_64(x: bv64, y: bv64) returns (bool);
function {:bvbuiltin "bvult"} $less_64(x: bv64, y: bv64) returns (bool);
function {:bvbuiltin "bvslt"} $less_signed_64(x: bv64, y: bv64) returns (bool);
function {:bvbuiltin "bvand"} $and_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvor"} $or_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvnot"} $not_64(x: bv64) returns (bv64);
function {:bvbuiltin "bvshl"} $shift_left_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvlshr"} $shift_right_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvashr"} $shift_right_signed_64(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "zero_extend 58"} $from_6_to_64(x: bv6) returns (bv64);
function {:bvbuiltin "zero_extend 54"} $from_10_to_64(x: bv10) returns (bv64);
function {:bvbuiltin "zero_extend 26"} $from_6_to_32(x: bv6) returns (bv32);
function {:bvbuiltin "zero_extend 56"} $from_8_to_64(x: bv8) returns (bv64);
function {:bvbuiltin "zero_extend 24"} $from_8_to_32(x: bv8) returns (bv32);
function {:bvbuiltin "zero_extend 32"} $from_32_to_64(x: bv32) returns (bv64);
function {:bvbuiltin "sign_extend 32"} $from_signed_32_to_64(x: bv32) returns (bv64);

function $smaller_64(x: bv64, y: bv64) returns (bv64) { if $less_64(x, y) then x else y }

// The set with this number, below 64, as its only element.
function $only(number: bv32) returns (bv64) { $shift_left_64(1bv64, $from_32_to_64(number)) }
function $has(set: bv64, number: bv32) returns (bool) { $and_64(set, $only(number)) != 0bv64 }
function $with(set: bv64, number: bv32) returns (bv64) { $or_64(set, $only(number)) }
function $without(set: bv64, number: bv32) returns (bv64) { $and_64(set, $not_64($only(number))) }

// The only element of the set: each bit of the number tells half of the possible elements from the other half.
function $element(only: bv64) returns (bv32) {
  $from_6_to_32(
  $half(only, 18446744069414584320bv64)
  ++ $half(only, 18446462603027742720bv64)
  ++ $half(only, 18374966859414961920bv64)
  ++ $half(only, 17361641481138401520bv64)
  ++ $half(only, 14757395258967641292bv64)
  ++ $half(only, 12297829382473034410bv64))
}
function $half(only: bv64, half: bv64) returns (bv1) { if $and_64(only, half) != 0bv64 then 1bv1 else 0bv1 }
function $lowest_missing(set: bv64) returns (bv32) {
  $element($and_64($not_64(set), $add_64(set, 1bv64)))
}
function $lowest(set: bv64) returns (bv32) { $lowest_missing($not_64(set)) }

// Any element of the set, which has one: the first that comes from some number on, going round.
// Thus nothing is assumed, and nobody waits; to be used in a step of the caller.
procedure $choose(set: bv64) returns (element: bv32)
{
  var start: bv6;
  havoc start;
  element := $lowest($or_64($shift_right_64(set, $from_6_to_64(start)),
                            $shift_left_64(set, $subtract_64(64bv64, $from_6_to_64(start)))));
  element := $and_32($add_32(element, $from_6_to_32(start)), 63bv32);
}

// How many elements the set has: sums of neighbouring bits, then of pairs, and so on.
procedure $count(set: bv64) returns (count: bv32)
{
  var sums: bv64;
  atomic {
    sums := $subtract_64(set, $and_64($shift_right_64(set, 1bv64), 6148914691236517205bv64));
    sums := $add_64($and_64(sums, 3689348814741910323bv64),
                    $and_64($shift_right_64(sums, 2bv64), 3689348814741910323bv64));
    sums := $and_64($add_64(sums, $shift_right_64(sums, 4bv64)), 1085102592571150095bv64);
    count := $from_8_to_32($multiply_64(sums, 72340172838076673bv64)[64:56]);
  }
}
