// Each of two threads waits for its turn, gives the turn to the other one, and climbs deeper.
var turn: bool;

procedure Climb(mine: bool)
  modifies turn;
{
  assume turn == mine;
  turn := !turn;
  call Climb(mine);
}

procedure main()
  modifies turn;
{
  turn := false;
  call {:async} Climb(true);
  call Climb(false);
}
