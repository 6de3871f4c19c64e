// Machine integers wrap around: 200 + 100 is 44 in eight bits, and counting up from 250 comes to 3 after nine steps.
function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvsub"} sub(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvmul"} mul(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvult"} ult(a: bv8, b: bv8) returns (bool);
function {:bvbuiltin "bvslt"} slt(a: bv8, b: bv8) returns (bool);

procedure main()
{
  var i, n: bv8;

  assert add(200bv8, 100bv8) == 44bv8;
  assert sub(3bv8, 5bv8) == 254bv8;
  assert mul(100bv8, 3bv8) == 44bv8;
  assert ult(3bv8, 254bv8) && slt(254bv8, 3bv8);
  i, n := 250bv8, 0bv8;
  while (i != 3bv8) {
    i := add(i, 1bv8);
    n := add(n, 1bv8);
  }
  assert n == 9bv8;
}
