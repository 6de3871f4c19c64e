// After DIVINE, figure 5: sections of two mutexes, m1 and m2, one within the other, in two threads that take them in
// the same order. All of them end.
var m1, m2: bool;

procedure Both(me: int)
  modifies m1, m2;
{
  atomic { assume !m1; m1 := true; }
  assume {:unhang_begin "critical", 1} true;
  atomic { assume !m2; m2 := true; }
  assume {:unhang_begin "critical", 2} true;
  assume {:unhang_end "critical", 2} true;
  m2 := false;
  assume {:unhang_end "critical", 1} true;
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
