// TerMute, figure 7, with i a number of two bits: the inner loop runs as often as the outer one has, modulo four. The
// infinite run that never repeats over the integers is a lasso here.
int main(void) {
  unsigned i = 1, j;
  for (;;) {
    j = i;
    i = (i + 1) % 4;
    while (j > 0)
      j--;
  }
  return 0;
}
