// The worker is inside an atomic block again and again, and meanwhile nobody else can step: so nobody has to be let in under weak fairness, and
// it can go round for ever. The prover took the block for a single step, in front of which the others can always step, and proved that it ends.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var done: bool;

procedure main()
{
n0:
  done := false;
  goto n1;
n1:
  fork 1 setter();
  goto n2;
n2:
  fork 2 worker();
  goto n3;
n3:
  return;
}

procedure setter()
{
n0:
  call done := same(true);
  goto n1;
n1:
  return;
}

procedure worker()
{
n0:
  if (*) {
    assume !done;
    goto n1;
  } else {
    assume done;
    goto n3;
  }
n1:
  call $atomic_begin();
  goto n2;
n2:
  call $atomic_end();
  goto n0;
n3:
  return;
}

procedure {:unhang_results "p"} same(p: bool)
{
n0:
  return;
}
