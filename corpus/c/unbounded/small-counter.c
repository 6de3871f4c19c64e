// A loop up to a number that its counter may be too small for: it wraps around at 256.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int most = __VERIFIER_nondet_int();
    for (unsigned char i = 0; i < most; i++) {
    }
    return 0;
}
