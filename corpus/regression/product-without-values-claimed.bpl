// A loop that multiplies variables which nobody has assigned, in the text form, since otherwise they are chosen at the beginning. To a prover a
// product is any number, and so it claimed a run; but the run looks at values that are not there, and the checker rejected it.
axiom {:unhang_lowered} {:unhang_start "main"} true;
var result: int;

procedure main()
{
  var one: int;
  var other: int;
n0:
  result := one * other mod 3;
  goto n0;
n1:
  return;
}
