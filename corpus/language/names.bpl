// Names may contain dots, dollars, hashes, quotes and tildes, as compilers to Boogie like them.
var $M.0: int;
var ~g~0: int;
var #x': int;

procedure main.inner$1(#in~a: int) returns (#res: int)
{
  #res := #in~a + 1;
}

procedure main()
  modifies $M.0, ~g~0, #x';
{
  $M.0 := 1;
  ~g~0 := $M.0 + 1;
  call #x' := main.inner$1(~g~0);
  assert #x' == 3;
}
