// A loop up to and including a number that nobody knows. If that is the largest one there is, the loop goes round for ever.
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned most = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i <= most; i++) {
    }
    return 0;
}
