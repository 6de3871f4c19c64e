// An assertion about two variables that is checked while the program runs, and blocks nobody: the checker reads both, and if
// anything was written meanwhile, what it has read means nothing and it reads again. Values are any integers.
// As long as the program goes on writing between its reads, the assertion is never evaluated, and the program works
// until the checker is done.
var x: int;
var y: int;
var dirty: bool;
var checked: bool;

procedure Checker()
  modifies dirty, checked;
{
  var a, b: int;
  var again: bool;

  again := true;
  while (again) {
    dirty := false;
    a := x;
    b := y;
    again := dirty;
  }
  assert a <= b || b < a;
  checked := true;
}

procedure Program()
  modifies x, y, dirty;
{
  var n: int;

  while (!checked) {
    havoc n;
    x := n;
    dirty := true;
    y := n + 1;
    dirty := true;
  }
}

procedure main()
  modifies x, y, dirty, checked;
{
  x, y, dirty, checked := 0, 1, false, false;
  fork 1 Checker();
  fork 2 Program();
  join 1;
  join 2;
}
