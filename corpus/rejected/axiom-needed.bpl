// The axiom cannot be executed, but it may say something about N, by way of M.
function f(k: int): bool;
const N, M: int;
axiom M <= N;
axiom N <= 5 && 0 <= M;
axiom (forall k: int :: f(k) <==> k < 3) && f(M);

procedure main()
{
  var i: int;

  i := 0;
  while (i < N) {
    i := i + 1;
  }
}
