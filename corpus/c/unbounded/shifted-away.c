// Three threads make numbers smaller that nobody knows: by shifting an unsigned one, by shifting a signed one, which is rounded down and
// so ends at -1 if it was negative, and by dividing a signed one by ten, which is rounded towards zero.
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

static void *shift(void *unused) {
    (void)unused;
    unsigned number = __VERIFIER_nondet_uint();
    while (number != 0)
        number >>= 1;
    return NULL;
}

static void *shift_signed(void *unused) {
    (void)unused;
    int number = __VERIFIER_nondet_int();
    while (number != 0 && number != -1)
        number >>= 1;
    return NULL;
}

static void *divide(void *unused) {
    (void)unused;
    int number = __VERIFIER_nondet_int();
    while (number != 0)
        number /= 10;
    return NULL;
}

int main(void) {
    pthread_t shifts, signed_shifts, divides;
    pthread_create(&shifts, NULL, shift, NULL);
    pthread_create(&signed_shifts, NULL, shift_signed, NULL);
    pthread_create(&divides, NULL, divide, NULL);
    pthread_join(shifts, NULL);
    pthread_join(signed_shifts, NULL);
    pthread_join(divides, NULL);
    return 0;
}
