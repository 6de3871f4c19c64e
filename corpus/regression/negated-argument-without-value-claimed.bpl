// A thread is started with the opposite of what nobody has assigned, in the text form, and then main waits for ever. A prover leaves the argument
// open, and so it claimed the run; but the run looks at a value that is not there, and the checker rejected it.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var flag: bool;

procedure main()
{
n0:
  fork 1 worker(!flag);
  goto n1;
n1:
  assume false;
  goto n2;
n2:
  return;
}

procedure worker(given: bool)
{
n0:
  return;
}
