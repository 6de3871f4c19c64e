// Division is Euclidean: the remainder is never negative, whatever the signs.
procedure main()
{
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert (-7) div 2 == -4 && (-7) mod 2 == 1;
  assert 7 div (-2) == -3 && 7 mod (-2) == 1;
  assert (-7) div (-2) == 4 && (-7) mod (-2) == 1;
}
