// Boogie has floating-point numbers; unhang does not.
procedure main()
{
  assert 0x1.0e0f24e8 == 0x1.0e0f24e8;
}
