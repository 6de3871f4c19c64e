// Lamport's one-bit algorithm when thread 0 enters again and again until thread 1 has been in: thread 1 may look at
// the bit only when it is set, and starves, under any fairness. It can get in at any time all the same.
var wants: [int]bool;
var served: bool;

procedure Zero()
  modifies wants;
{
  while (!served) {
    wants[0] := true;
    while (wants[1]) {
    }
    wants[0] := false;
  }
}

procedure One()
  modifies wants, served;
{
  wants[1] := true;
  while (wants[0]) {
    wants[1] := false;
    while (wants[0]) {
    }
    wants[1] := true;
  }
  served := true;
  wants[1] := false;
}

procedure main()
  modifies wants, served;
{
  served := false;
  wants[0] := false;
  wants[1] := false;
  fork 0 Zero();
  fork 1 One();
  join 0;
  join 1;
}
