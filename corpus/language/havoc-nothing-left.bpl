// A havoc whose assumptions cannot be met is a wait for ever.
procedure main()
{
  var a: int;

  havoc a;
  assume 3 <= a && a <= 2;
}
