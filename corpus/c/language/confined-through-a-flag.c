// A number is confined by a comparison whose outcome is kept in a variable, and asked for later.
extern int __VERIFIER_nondet_int(void);

static const int table[4] = {1, 2, 3, 0};

int main(void) {
    int i = __VERIFIER_nondet_int();
    int is_valid = 0 <= i && i < 4;
    int is_wrong = 0;
    if (i < 0 || i > 3) {
        is_wrong = 1;
    }
    if (!is_valid || is_wrong) {
        return 1;
    }
    int at = i;
    while (at != 0) {
        at = table[at];
    }
    return 0;
}
