// A thread counts down while another one adds work, once: what that one does only once makes less what it can still do, which is where it
// stands. There is no ranking function in variables alone.
var work: int;

procedure Worker()
  modifies work;
{
  while (work > 0) {
    work := work - 1;
  }
}

procedure Boss()
  modifies work;
{
  work := 100;
}

procedure main()
  modifies work;
{
  fork 1 Worker();
  fork 2 Boss();
}
