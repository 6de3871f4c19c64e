// A constant that axioms confine to a range is arbitrary but fixed: the loop ends for each of its values.
const N: int;
axiom 0 <= N && N <= 3;

var i: int;

procedure Other()
{
  assert i <= N;
}

procedure main()
  modifies i;
{
  i := 0;
  fork 1 Other();
  while (i < N) {
    i := i + 1;
  }
  join 1;
  assert i == N;
}
