// The choice reaches every value of its range: one of them fails the assertion.
procedure main()
{
  var a: int;

  havoc a;
  assume 0 <= a && a < 10;
  assert a != 7;
}
