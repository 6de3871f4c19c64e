// Which counter is meant is not known before the program runs. It goes up for ever.
var counters: [int]int;

procedure main(which: int)
modifies counters;
{
  counters[which] := 0;
  while (counters[which] >= 0) {
    counters[which] := counters[which] + 1;
  }
}
