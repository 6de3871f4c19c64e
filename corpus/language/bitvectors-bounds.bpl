// A loop over all values of a two-bit number that tests `i <= 3` never ends, because every two-bit number is.
function {:bvbuiltin "bvadd"} add(a: bv2, b: bv2) returns (bv2);
function {:bvbuiltin "bvule"} ule(a: bv2, b: bv2) returns (bool);

procedure main()
{
  var i: bv2;

  i := 0bv2;
  while (ule(i, 3bv2)) {
    i := add(i, 1bv2);
  }
}
