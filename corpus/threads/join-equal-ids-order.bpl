// Two threads with the same id: the first join need not take the first thread, so the assertion can fail.
// It need not fail either, but once the wrong one is taken, it will.
procedure Give(n: int) returns (r: int)
{
  r := n;
}

procedure main()
{
  var a: int;

  fork 7 Give(1);
  fork 7 Give(2);
  join 7 assign a;
  assert a == 1;
  join 7;
}
