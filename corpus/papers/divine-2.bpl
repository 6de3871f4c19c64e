// DIVINE, figure 2: thread0 takes the mutex once and works under it for ever, so its critical section never ends and
// thread1 waits for ever. A strongly fair scheduler lets thread0 have the mutex at some point, which ends thread1's
// steps; a weakly fair one may always schedule thread0 just when thread1 has it.
var m: bool;
var work: bool;

procedure thread0()
  modifies m, work;
{
  atomic { assume !m; m := true; }
  assume {:unhang_begin "critical"} true;
  while (true) {
    work := !work;
  }
  assume {:unhang_end "critical"} true;
  m := false;
}

procedure thread1()
  modifies m;
{
  while (true) {
    atomic { assume !m; m := true; }
    assume {:unhang_begin "critical"} true;
    assume {:unhang_end "critical"} true;
    m := false;
  }
}

procedure main()
  modifies m, work;
{
  m, work := false, false;
  fork 0 thread0();
  fork 1 thread1();
}
