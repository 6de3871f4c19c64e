// Two threads make parallel calls for ever. What tells their arms apart is used again once they are joined, so there are
// finitely many states. Every arm adds one to the counter of its thread and returns what it was told to: a thread that
// joined an arm of the other one would see it by the result, or by a counter that is not at two.
// No arm runs for ever: each takes three steps.
var count: [int]int;

procedure Arm(me: int, value: int) returns (answer: int)
  modifies count;
{
  count[me] := count[me] + 1;
  answer := value;
}

procedure Worker(me: int)
  modifies count;
{
  var first, second: int;

  while (true) {
    count[me] := 0;
    par first := Arm(me, 2 * me) | second := Arm(me, 2 * me + 1);
    assert first == 2 * me && second == 2 * me + 1 && count[me] == 2;
  }
}

procedure main()
{
  fork 1 Worker(1);
  fork 2 Worker(2);
}
