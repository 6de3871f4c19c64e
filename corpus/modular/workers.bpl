// Three workers take work from the same counter, under a lock that says who has it. What each has to know of the others is that they make
// the work less, and only while they have the lock.
var work: int;
var lck: int;

procedure worker1()
  modifies work, lck;
{
  var mine: int;
  mine := 1;
  while (mine > 0) {
    atomic { assume lck == 0; lck := 1; }
    mine := work;
    if (mine > 0) {
      work := mine - 1;
    }
    lck := 0;
  }
}

procedure worker2()
  modifies work, lck;
{
  var mine: int;
  mine := 1;
  while (mine > 0) {
    atomic { assume lck == 0; lck := 2; }
    mine := work;
    if (mine > 0) {
      work := mine - 1;
    }
    lck := 0;
  }
}

procedure worker3()
  modifies work, lck;
{
  var mine: int;
  mine := 1;
  while (mine > 0) {
    atomic { assume lck == 0; lck := 3; }
    mine := work;
    if (mine > 0) {
      work := mine - 1;
    }
    lck := 0;
  }
}

procedure main()
  modifies work, lck;
{
  havoc work;
  lck := 0;
  fork 1 worker1();
  fork 2 worker2();
  fork 3 worker3();
}
