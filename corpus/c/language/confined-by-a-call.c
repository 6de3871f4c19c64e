// A number is confined by what a function notes in a global variable, which is asked for later.
extern int __VERIFIER_nondet_int(void);

static const int table[4] = {1, 2, 3, 0};
static int errors;

static void note(void) {
    errors++;
}

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3) {
        note();
    }
    if (errors > 0) {
        return 1;
    }
    int at = i;
    while (at != 0) {
        at = table[at];
    }
    return 0;
}
