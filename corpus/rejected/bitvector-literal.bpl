// The literal does not fit into its two bits.
procedure main()
{
  var b: bv2;

  b := 4bv2;
}
