// As `counts-in-a-global.bpl`, but the number is looked at, and the recursion ends when it is large enough.
var calls: int;

procedure Down()
  modifies calls;
{
  calls := calls + 1;
  if (calls < 100) {
    call Down();
  }
}

procedure main()
  modifies calls;
{
  calls := 0;
  call Down();
}
