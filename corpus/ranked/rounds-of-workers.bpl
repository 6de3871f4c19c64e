// Six workers go through as many rounds as they are told, with a step under the lock in each round. Each has a ranking function of its
// own, and all of these together are one argument: whoever finishes a round has one less to go, and takes none from the others.
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
  fork 1 Worker(rounds);
  fork 2 Worker(rounds);
  fork 3 Worker(rounds);
  fork 4 Worker(rounds);
  fork 5 Worker(rounds);
  fork 6 Worker(rounds);
  join 1;
  join 2;
  join 3;
  join 4;
  join 5;
  join 6;
}
