// A thread that is started by an asynchronous call can never be joined.
procedure Work() returns (n: int)
{
  n := 1;
}

procedure main()
{
  var n: int;

  async call n := Work();
}
