// Lamport's bakery for two threads, two rounds each (so that tickets stay small), with busy waiting.
// A fair scheduler serves the smaller ticket first and then the other.
var choosing: [int]bool;
var number: [int]int;
var inside: int;

procedure Thread(me: int)
  modifies choosing, number, inside;
{
  var other, seen, round: int;

  other, round := 1 - me, 0;
  while (round < 2) {
    choosing[me] := true;
    seen := number[other];
    number[me] := seen + 1;
    choosing[me] := false;
    while (choosing[other]) {
    }
    while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me))) {
    }
    inside := inside + 1;
    assert inside == 1;
    inside := inside - 1;
    number[me] := 0;
    round := round + 1;
  }
}

procedure main()
  modifies choosing, number, inside;
{
  inside := 0;
  choosing[0], number[0] := false, 0;
  choosing[1], number[1] := false, 0;
  fork 0 Thread(0);
  fork 1 Thread(1);
  join 0;
  join 1;
}
