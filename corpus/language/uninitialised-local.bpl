// A local boolean is arbitrary anew in each call: the loop can go on for ever, and can end.
procedure Toss() returns (heads: bool)
{
  var coin: bool;

  heads := coin;
}

procedure main()
{
  var heads: bool;

  heads := false;
  while (!heads) {
    call heads := Toss();
  }
}
