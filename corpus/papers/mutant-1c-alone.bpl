// MUTANT, figure 1c, when the first thread writes at most twice: the second one's validation then fails at most twice.
// Whoever waits for the lock waits for a thread that will release it, so every run completes, fair or not.
var g: int;
var x: bool;

procedure Thread1()
  modifies g, x;
{
  var n: int;

  n := 0;
  while (n < 2) {
    atomic { assume !x; x := true; }
    g := g + 1;
    x := false;
    n := n + 1;
  }
}

procedure Thread2()
  modifies g, x;
{
  var gi, gf: int;

  while (true) {
    gi := g;
    gf := gi + 1;
    atomic { assume !x; x := true; }
    if (g == gi) {
      g := gf;
      x := false;
      return;
    } else {
      x := false;
    }
  }
}

procedure main()
  modifies g, x;
{
  g := 0;
  x := false;
  fork 1 Thread1();
  fork 2 Thread2();
  join 1;
  join 2;
  assert g == 3;
}
