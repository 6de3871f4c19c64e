// Lambda expressions are not supported.
var a: [int]int;

procedure main()
  modifies a;
{
  a := (lambda i: int :: 0);
}
