// The ids `1` and `true` are the same word inside the engine, and yet two ids: nobody has the id that is joined.
procedure Nothing()
{
}

procedure main()
{
  fork 1 Nothing();
  join true;
}
