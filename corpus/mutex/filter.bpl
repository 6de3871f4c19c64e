// The filter lock (Peterson's algorithm for n threads) for three, entering once each: at every level at least one
// thread stays behind as long as there are others. With waiting in place of spinning all runs complete.
var level: [int]int;
var victim: [int]int;
var inside: int;

procedure Thread(me: int)
  modifies level, victim, inside;
{
  var mine: int;

  mine := 1;
  while (mine < 3) {
    level[me] := mine;
    victim[mine] := me;
    assume victim[mine] != me || (forall k: int :: 0 <= k && k < 3 ==> k == me || level[k] < mine);
    mine := mine + 1;
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  level[me] := 0;
}

procedure main()
  modifies level, victim, inside;
{
  inside := 0;
  level[0] := 0;
  level[1] := 0;
  level[2] := 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
  fork 2 Thread(2);
  join 0;
  join 1;
  join 2;
}
