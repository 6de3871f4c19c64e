// Constants whose value follows from axioms, also inside a conjunction and through other constants.
const N: int;
const M, K: int;
axiom N == 3;
axiom M == N + 1 && K == 2 * M;

procedure main()
{
  var i: int;

  i := 0;
  while (i < K) {
    i := i + N;
  }
  assert i == 9;
}
