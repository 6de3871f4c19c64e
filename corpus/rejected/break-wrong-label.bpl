// A labelled break names a label that does not stand at a loop around it.
procedure main()
{
there:
  while (true) {
  }
  while (true) {
    break there;
  }
}
