// Four workers with different numbers of rounds, one of which may be negative: each is bounded in its own way, and bounds are found one
// below the other.
var taken: bool;
var total: int;

procedure Worker(rounds: int)
  modifies taken, total;
{
  var round: int;

  round := 0;
  while (round < rounds) {
    atomic { assume !taken; taken := true; }
    total := total + 1;
    taken := false;
    round := round + 1;
  }
}

procedure main()
  modifies taken, total;
{
  var rounds: int;

  taken := false;
  fork 1 Worker(rounds + 2);
  fork 2 Worker(2 * rounds);
  fork 3 Worker(-rounds);
  fork 4 Worker(9);
  join 1;
  join 2;
  join 3;
  join 4;
}
