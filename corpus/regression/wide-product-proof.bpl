// As wide-product.bpl, for proofs. A product of 64 bits that is read with a sign may be so large, before it is reduced, that 128 bits are just too few for the way to its least value. Both
// branches loop; none of them must get lost.
function {:bvbuiltin "bvmul"} times(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvadd"} plus(x: bv64, y: bv64) returns (bv64);
function {:bvbuiltin "bvslt"} is_less_with_sign(x: bv64, y: bv64) returns (bool);
function {:bvbuiltin "bvult"} is_less(x: bv64, y: bv64) returns (bool);

var number: bv64;

procedure look()
{
  // As it is compared without a sign more often, that is how the number is read.
  if (is_less(number, 5bv64)) { yield; }
  if (is_less(number, 6bv64)) { yield; }
  if (is_less(number, 7bv64)) { yield; }
  if (is_less_with_sign(plus(times(number, 9223372036854775807bv64), number), 0bv64)) {
    while (true) { yield; }
  } else {
    while (true) { yield; }
  }
}

procedure main()
{
  number := 3bv64;
  fork 1 look();
  join 1;
}
