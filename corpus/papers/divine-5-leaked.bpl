// After DIVINE, figure 5, with a slip: on one path m2 stays locked when its holder ends.
// The section of m2 was closed, so it is not the trap: the other thread's wait for m2 is, and main's join.
var m1, m2: bool;

procedure Both(me: int)
  modifies m1, m2;
{
  atomic { assume !m1; m1 := true; }
  atomic { assume !m2; m2 := true; }
  assume {:unhang_begin "critical", 2} true;
  assume {:unhang_end "critical", 2} true;
  if (*) {
    m2 := false;
  }
  m1 := false;
}

procedure main()
  modifies m1, m2;
{
  m1, m2 := false, false;
  fork 1 Both(1);
  fork 2 Both(2);
  join 1;
  join 2;
}
