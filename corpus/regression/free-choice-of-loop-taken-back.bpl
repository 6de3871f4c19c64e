// The sender may leave its loop before it has sent anything. Then nobody answers, and it waits for ever.
var sent, answered: bool;

procedure Sender()
  modifies sent;
{
  while (*) {
    sent := true;
  }
  assume answered;
}

procedure Answerer()
  modifies answered;
{
  assume sent;
  answered := true;
}

procedure main()
  modifies sent, answered;
{
  sent, answered := false, false;
  fork 1 Sender();
  fork 2 Answerer();
  join 1;
  join 2;
}
