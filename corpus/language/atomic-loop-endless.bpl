// A thread that loops for ever inside an atomic block holds the scheduler for ever: the other thread is not enabled any
// more, so the run is fair. The other thread stands in front of an assignment, which is no section.
var x: int;

procedure Worker()
{
  atomic {
    while (true) {
    }
  }
}

procedure main()
  modifies x;
{
  call {:async} Worker();
  x := 1;
}
