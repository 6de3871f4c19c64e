// A type synonym is the type it stands for.
type Index = int;
type Flags = [Index]bool;

var flags: Flags;

procedure main()
  modifies flags;
{
  var i: Index;

  i := 0;
  while (i < 3) {
    flags[i] := true;
    i := i + 1;
  }
  assert flags[2];
}
