// The absolute value of a negative zero is not negative.
#include <assert.h>
#include <math.h>
#include <stdlib.h>

int main(void)
{
    volatile double zero = -0.0, less = -1.5;
    assert(1 / zero < 0);
    assert(1 / fabs(zero) > 0);
    assert(fabs(less) == 1.5);
    assert(abs(-3) == 3);
    return 0;
}
