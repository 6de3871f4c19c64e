// What the other files share: arithmetic on machine integers, and sets of small numbers as masks of 64 bits.

function {:bvbuiltin "bvadd"} $add_32(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvsub"} $subtract_32(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvand"} $and_32(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bvnot"} $not_32(x: bv32) returns (bv32);
function {:bvbuiltin "bvult"} $less_32(x: bv32, y: bv32) returns (bool);
function {:bvbuiltin "bvsub"} $subtract_16(x: bv16, y: bv16) returns (bv16);
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
function {:bvbuiltin "bvashr"} $shift_right_signed_64(x: bv64, y: bv64) returns (bv64);
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

// Any element of the set, which has one: it is in one half or the other, and so on. Nobody waits here, since one of the two halves has
// an element. To be used in a step of the caller.
procedure $choose(set: bv64) returns (element: bv32)
{
  var among: bv64;
  call among := $choose_half(set, 18446744073709551615bv64, 18446744069414584320bv64);
  call among := $choose_half(set, among, 18446462603027742720bv64);
  call among := $choose_half(set, among, 18374966859414961920bv64);
  call among := $choose_half(set, among, 17361641481138401520bv64);
  call among := $choose_half(set, among, 14757395258967641292bv64);
  call among := $choose_half(set, among, 12297829382473034410bv64);
  element := $element(among);
}
procedure $choose_half(set: bv64, among: bv64, high: bv64) returns (half: bv64)
{
  half := $and_64(among, high);
  if (*) {
    half := $and_64(among, $not_64(high));
  }
  assume $and_64(set, half) != 0bv64;
}
