// A `main` without a body cannot be what the program starts at, and nothing else is quietly taken in its place.
procedure main();

procedure Other()
{
}
