// An assertion about two variables that is checked while the program runs, and blocks nobody. If anything was written meanwhile the
// checker reads again, but not more than three times: it finishes, whether it has evaluated the assertion or not.
var x: bool;
var y: bool;
var dirty: bool;
var checked: bool;

procedure Checker()
  modifies dirty, checked;
{
  var a, b, again: bool;
  var tries: int;

  again, tries := true, 0;
  while (again && tries < 3) {
    dirty := false;
    a := x;
    b := y;
    again, tries := dirty, tries + 1;
  }
  assert again || a || !a;
  checked := true;
}

procedure Program()
  modifies x, y, dirty;
{
  while (!checked) {
    x := !x;
    dirty := true;
    y := x;
    dirty := true;
  }
}

procedure main()
  modifies x, y, dirty, checked;
{
  x, y, dirty, checked := false, false, false, false;
  fork 1 Checker();
  fork 2 Program();
  join 1;
  join 2;
}
