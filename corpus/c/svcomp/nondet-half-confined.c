// An input that is confined from below only, and decides how often a loop goes round.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
  int rounds = __VERIFIER_nondet_int();
  __VERIFIER_assume(rounds > 0);
  for (int round = 0; round < rounds; round++) {
  }
  return 0;
}
