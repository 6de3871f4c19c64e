// An SMT function that is not known as a built-in one.
function {:bvbuiltin "bvfoo"} foo(a: bv8, b: bv8) returns (bv8);

procedure main()
{
  assert foo(1bv8, 1bv8) == 1bv8;
}
