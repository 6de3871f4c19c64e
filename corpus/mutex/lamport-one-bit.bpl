// Lamport's one-bit algorithm for two threads, entering once each: thread 1 withdraws for thread 0, which does not
// withdraw for anybody. Thread 1 retries only as long as thread 0, always enabled, has not gone through.
var wants: [int]bool;
var inside: int;

procedure Zero()
  modifies wants, inside;
{
  wants[0] := true;
  while (wants[1]) {
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  wants[0] := false;
}

procedure One()
  modifies wants, inside;
{
  wants[1] := true;
  while (wants[0]) {
    wants[1] := false;
    while (wants[0]) {
    }
    wants[1] := true;
  }
  inside := inside + 1;
  assert inside == 1;
  inside := inside - 1;
  wants[1] := false;
}

procedure main()
  modifies wants, inside;
{
  inside := 0;
  wants[0] := false;
  wants[1] := false;
  fork 0 Zero();
  fork 1 One();
  join 0;
  join 1;
}
