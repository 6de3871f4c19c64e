// TerMute, figure 7, with i a two-bit number: the outer loop never ends, and as i wraps around there are finitely many
// states, so the infinite run that is aperiodic over the integers is a lasso here.
function {:bvbuiltin "bvadd"} add(a: bv2, b: bv2) returns (bv2);
function {:bvbuiltin "bvsub"} sub(a: bv2, b: bv2) returns (bv2);

procedure main()
{
  var i, j: bv2;

  i := 1bv2;
  while (true) {
    j := i;
    i := add(i, 1bv2);
    while (j != 0bv2) {
      j := sub(j, 1bv2);
    }
  }
}
