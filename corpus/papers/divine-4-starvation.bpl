// DIVINE, figure 4 made into a question: thread1 needs the mutex once, thread0 takes and releases it until then.
// Under strong fairness thread1, enabled each time the mutex is free, gets it; under weak fairness it may starve.
var m: bool;
var served: bool;

procedure thread0()
  modifies m;
{
  while (!served) {
    atomic { assume !m; m := true; }
    m := false;
  }
}

procedure thread1()
  modifies m, served;
{
  atomic { assume !m; m := true; }
  served := true;
  m := false;
}

procedure main()
  modifies m, served;
{
  m, served := false, false;
  fork 0 thread0();
  fork 1 thread1();
  join 0;
  join 1;
}
