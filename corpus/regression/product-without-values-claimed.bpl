// A loop that multiplies variables which nobody has assigned. To a prover a product is any number, and so it claimed a run;
// but the run looks at values that are not there, and the checker rejected it.
var result: int;

procedure main()
{
  var one: int;
  var other: int;
  while (true) {
    result := one * other mod 3;
  }
}
