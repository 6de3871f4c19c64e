// A number that nobody knows is divided by another one, which is neither zero nor one: that has no upper bound either.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned d = __VERIFIER_nondet_uint();
  if (d < 2) return 0;
  unsigned n = __VERIFIER_nondet_uint();
  while (n > 0) n = n / d;
  return 0;
}
