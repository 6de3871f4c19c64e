// The only procedure calls itself, and yet the program starts at it.
procedure Descend(depth: int)
  requires 0 <= depth && depth <= 3;
{
  if (depth > 0) {
    call Descend(depth - 1);
  }
}
