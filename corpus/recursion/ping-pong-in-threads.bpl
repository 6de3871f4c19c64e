// Two threads pass a ball to each other, each in a procedure of two that call each other.
var ball: int;

procedure Left()
  modifies ball;
{
  atomic { assume ball == 0; ball := 1; }
  call LeftAgain();
}

procedure LeftAgain()
  modifies ball;
{
  call Left();
}

procedure Right()
  modifies ball;
{
  atomic { assume ball == 1; ball := 0; }
  call Right();
}

procedure main()
  modifies ball;
{
  ball := 0;
  fork 1 Left();
  fork 2 Right();
  join 1;
  join 2;
}
