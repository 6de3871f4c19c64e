// Axioms behind `uses` hold like any others: N is 3, M is 4, and the one about `Double` is true anyway.
const N: int uses { axiom N == 3; }
const M: int uses {
  axiom M == N + 1;
  axiom M > N;
}
const open: int;
function Double(x: int): int { 2 * x } uses { axiom Double(N) == 6; }
function Unknown(x: int): int uses { axiom open == 1 || open == 2; }

procedure main()
{
  var i: int;

  i := Double(M);
  assert i == 8;
  while (i > 0) {
    i := i - open;
  }
  assert i == 0;
}
