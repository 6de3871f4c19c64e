// A number is confined by a function that ends the program, as many programs have one for errors: behind its call nobody comes with another number.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static const int table[4] = {1, 2, 3, 0};

static void fail(void) {
    exit(1);
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) {
        fail();
    }
    int at = i;
    while (at != 0) {
        at = table[at];
    }
    return 0;
}
