// An unknown number of up to 255 is made small by an assumption; what does not meet it is no run of the program.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int condition);
extern void reach_error(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  int steps = 0;
  __VERIFIER_assume(n <= 3);
  while (n > 0) {
    n--;
    steps++;
  }
  if (steps > 3)
    reach_error();
  return 0;
}
