// The towers of Hanoi with three discs, counting moves in a global: seven moves, and it ends.
var moves: int;

procedure Hanoi(n: int, from: int, to: int)
  modifies moves;
{
  var via: int;

  if (n > 0) {
    via := 6 - from - to;
    call Hanoi(n - 1, from, via);
    moves := moves + 1;
    call Hanoi(n - 1, via, to);
  }
}

procedure main()
  modifies moves;
{
  moves := 0;
  call Hanoi(3, 1, 3);
  assert moves == 7;
}
