// Machine integers have no operator `+`; a function with the attribute {:bvbuiltin "bvadd"} is needed.
procedure main()
{
  var b: bv8;

  b := 1bv8 + 2bv8;
}
