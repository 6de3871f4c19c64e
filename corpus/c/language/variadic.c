// A function with any number of arguments, a structure by value, a union, and a comparison through a pointer to a function.
#include <stdarg.h>

static int sum(int count, ...)
{
    va_list list, copy;
    int total = 0;
    va_start(list, count);
    va_copy(copy, list);
    while (count-- > 0)
        total += va_arg(list, int);
    total += va_arg(copy, int);
    va_end(copy);
    va_end(list);
    return total;
}

struct row {
    int cells[10];
};

static int fourth(struct row row) { return row.cells[3]; }

union number {
    float value;
    unsigned char bytes[4];
};

static int compare(const void *first, const void *second) { return *(const int *)first - *(const int *)second; }

int main(void)
{
    struct row row = {{0, 0, 0, 4}};
    union number number = {1.0f};
    int (*order)(const void *, const void *) = compare;
    int one = 1, two = 2;
    while (fourth(row) != 4 || number.bytes[3] != 0x3f || order(&one, &two) >= 0 || sum(2, 3, 4) != 10) {
    }
    return 0;
}
