// The worker raises one of two bits in each round, for each of which another thread waits to stop it. Whatever it does
// for ever enables one of them infinitely often: under strong fairness it is stopped, under weak fairness it is not.
var a, b: bool;
var stop: bool;

procedure Worker()
  modifies a, b;
{
  while (!stop) {
    if (*) {
      a := true;
      a := false;
    } else {
      b := true;
      b := false;
    }
  }
}

procedure WaitA()
  modifies stop;
{
  assume a || stop;
  stop := true;
}

procedure WaitB()
  modifies stop;
{
  assume b || stop;
  stop := true;
}

procedure main()
  modifies a, b, stop;
{
  a, b, stop := false, false, false;
  fork 1 Worker();
  fork 2 WaitA();
  fork 3 WaitB();
  join 1;
  join 2;
  join 3;
}
