// An input that is confined to a range that is too large by one.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static int squares[4] = {0, 1, 4, 9};

int main(void) {
  int index = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= index && index <= 4);
  return squares[index] < 0;
}
