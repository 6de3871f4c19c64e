// An integer and a machine integer cannot be added.
procedure main()
{
  var n: int;
  var b: bv8;

  n := n + b;
}
