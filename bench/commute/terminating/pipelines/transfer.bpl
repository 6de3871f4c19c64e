// One thread moves money from an account to another, two for one; the other thread spends it.
//
// Terminates: what is moved is gone from the first account, and what is spent is gone altogether.
// Ranking function: 3 * first + second.
var first: int;
var second: int;

procedure Mover()
  modifies first, second;
{
  while (first > 0) {
    first := first - 1;
    second := second + 2;
  }
}

procedure Spender()
  modifies second;
{
  while (second > 0) {
    second := second - 1;
  }
}

procedure main()
  modifies first, second;
{
  fork 1 Mover();
  fork 2 Spender();
}
