// Szymanski's algorithm for two threads with waiting, each entering once.
// A waiting room with a door: nobody waits for somebody who waits for him, so all runs complete.
var flag: [int]int;
var inside: int;

procedure Thread(me: int)
  modifies flag, inside;
{
  flag[me] := 1;
  assume flag[1 - me] < 3;
  flag[me] := 3;
  if (flag[1 - me] == 1) {
    flag[me] := 2;
    assume flag[1 - me] == 4;
  }
  flag[me] := 4;
  assume me == 0 || flag[0] < 2;
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  assume me == 1 || flag[1] < 2 || flag[1] > 3;
  flag[me] := 0;
}

procedure main()
  modifies flag, inside;
{
  flag[0] := 0;
  flag[1] := 0;
  inside := 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
