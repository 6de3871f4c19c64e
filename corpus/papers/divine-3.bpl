// DIVINE, figure 3: both threads take and release the mutex for ever. Every critical section and every wait can end,
// so `sections` holds although the program never ends. That a thread can starve (figure 4) does not refute it.
var m: bool;

procedure thread0()
  modifies m;
{
  while (true) {
    atomic { assume !m; m := true; }
    assume {:unhang_begin "critical"} true;
    assume {:unhang_end "critical"} true;
    m := false;
  }
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
  modifies m;
{
  m := false;
  fork 0 thread0();
  fork 1 thread1();
}
