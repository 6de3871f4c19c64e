// The sum of two inputs decides whether a loop ends.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned first = __VERIFIER_nondet_int();
  unsigned second = __VERIFIER_nondet_int();
  while (first + second == 3) {
  }
  return 0;
}
