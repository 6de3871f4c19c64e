// Eight workers take pieces of work from one pile, of which nobody knows how large it is, each time under the lock; main waits for all of
// them. Which worker stands where makes no difference, only how many do: if that is not seen, each worker more makes the proof six times as large.
var pile: int;
var taken: bool;

procedure Worker()
  modifies pile, taken;
{
  var goes_on: bool;

  goes_on := true;
  while (goes_on) {
    atomic { assume !taken; taken := true; }
    if (pile > 0) {
      pile := pile - 1;
    } else {
      goes_on := false;
    }
    taken := false;
  }
}

procedure main()
  modifies pile, taken;
{
  taken := false;
  fork 1 Worker();
  fork 2 Worker();
  fork 3 Worker();
  fork 4 Worker();
  fork 5 Worker();
  fork 6 Worker();
  fork 7 Worker();
  fork 8 Worker();
  join 1;
  join 2;
  join 3;
  join 4;
  join 5;
  join 6;
  join 7;
  join 8;
}
