// Random numbers can be moved about and computed with; it is not known what happens if something depends on one.
//: finish: unknown UH-UNSPECIFIED

procedure test(self: bv32)
{
  var number: bv32;
  call number := rand(self);
  number := $add_32(number, 1bv32);
  assert number == 5bv32;
}
