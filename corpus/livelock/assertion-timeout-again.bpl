// An assertion about two variables that is checked while the program runs, and blocks nobody. The checker waits for a moment at which
// nothing was written, until the time is over (MUTANT, figure 3c: the time is over eventually). Then it begins again, with
// a timer that is set anew: that each wait ends helps nobody, as the program can go on writing for ever. Values are any integers.
var x: int;
var dirty: bool;
var checked: bool;

procedure Checker()
  modifies dirty, checked;
{
  var a: int;
  var timeout: bool;

  timeout := true;
  while (timeout) {
    timeout := false;
    dirty := false;
    a := x;
    while (dirty) {
      if (*) {
        assume {:unhang_eventually} true;
        timeout := true;
        break;
      }
    }
  }
  checked := true;
}

procedure Program()
  modifies x, dirty;
{
  while (!checked) {
    havoc x;
    dirty := true;
  }
}

procedure main()
  modifies x, dirty, checked;
{
  x, dirty, checked := 0, false, false;
  fork 1 Checker();
  fork 2 Program();
  join 1;
  join 2;
}
