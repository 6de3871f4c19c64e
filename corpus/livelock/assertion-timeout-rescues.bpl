// An assertion about two variables that is checked while the program runs, and blocks nobody: if anything was written meanwhile, the
// checker reads again. Nothing but the timer keeps it from reading for ever (MUTANT, figure 3c: `if * and e2`): once it has failed, it
// may give up, and as it may do so again and again, it does eventually.
// Without a scheduler that is fair to the checker, the program can go on writing before the checker is done.
var x: bool;
var y: bool;
var dirty: bool;
var checked: bool;

procedure Checker()
  modifies dirty, checked;
{
  var a, b, again: bool;

  again := true;
  while (again) {
    dirty := false;
    a := x;
    b := y;
    again := dirty;
    if (*) {
      assume {:unhang_eventually} again;
      break;
    }
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
