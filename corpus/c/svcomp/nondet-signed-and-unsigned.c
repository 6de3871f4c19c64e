// A number may be small with its sign and large without it: only a negative one goes round for ever.
int __VERIFIER_nondet_int(void);

int main(void) {
  int number = __VERIFIER_nondet_int();
  while (number < 5 && (unsigned)number > 5) {
  }
  return 0;
}
