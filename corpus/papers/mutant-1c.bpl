// MUTANT, figure 1c, with two bits for T: the second thread reads g, computes, and installs its result only if g is
// still what it was; the first one changes g as often as it likes. The second can retry for ever, under any fairness.
function {:bvbuiltin "bvadd"} add(a: bv2, b: bv2) returns (bv2);

var g: bv2;
var x: bool;

procedure Thread1()
  modifies g, x;
{
  while (*) {
    atomic { assume !x; x := true; }
    havoc g;
    x := false;
  }
}

procedure Thread2()
  modifies g, x;
{
  var gi, gf: bv2;

  while (true) {
    gi := g;
    gf := add(gi, 1bv2);
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
  g := 0bv2;
  x := false;
  fork 1 Thread1();
  fork 2 Thread2();
  join 1;
  join 2;
}
