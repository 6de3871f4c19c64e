// Near miss of terminating/sequential/interrupts-2.bpl: the interrupter has no budget but goes on while the counter is
// positive.
//
// Hangs if x > 0: what was counted down is put back.
var x: int;

procedure Worker()
  modifies x;
{
  while (x > 0) {
    x := x - 1;
  }
}

procedure Interrupter()
  modifies x;
{
  while (x > 0) {
    havoc x;
  }
}

procedure main()
  modifies x;
{
  fork 1 Worker();
  fork 2 Interrupter();
}
