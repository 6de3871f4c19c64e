// A recursion without end that counts its calls in a variable which was set to a number first: the stack and the number grow, and nothing else changes.
var calls: int;

procedure Down()
  modifies calls;
{
  calls := calls + 1;
  call Down();
}

procedure main()
  modifies calls;
{
  calls := 0;
  call Down();
}
