// Two inputs that are stored, and compared in another function: they may be equal or not.
extern int __VERIFIER_nondet_int(void);

int first, second;

static int is_same(void) { return first == second; }

int main(void) {
  first = __VERIFIER_nondet_int();
  second = __VERIFIER_nondet_int();
  while (is_same()) {
  }
  return 0;
}
