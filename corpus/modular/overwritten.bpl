// A thread writes its number into a box and waits until it reads it there. It does so again and again, but another thread writes once without
// asking: if that comes in between, the number is gone for good. Nothing less than a step of the other one on the way leads to the hang.
var box: int;

procedure Patient(number: int, rounds: int)
  modifies box;
{
  var left: int;

  left := rounds;
  while (left > 0) {
    box := number;
    while (box != number) {
    }
    left := left - 1;
  }
}

procedure Rude(number: int)
  modifies box;
{
  box := number;
}

procedure main(number: int, rounds: int)
  modifies box;
{
  assume rounds > 0;
  fork 1 Patient(number, rounds);
  fork 2 Rude(number + 1);
}
