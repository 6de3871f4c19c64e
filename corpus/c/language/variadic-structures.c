// Structures by value for a function with any number of arguments: those that go into registers, as whole numbers or as vectors,
// those that are copied, and those that are aligned; and more numbers than there are registers.
#include <assert.h>
#include <stdarg.h>

struct bytes {
    char c[3];
};
struct pair {
    float x, y;
};
struct triple {
    float x, y, z;
};
struct large {
    long a[4];
};
struct mixed {
    double d;
    int i;
};
struct odd {
    char c[19];
};
struct aligned {
    _Alignas(16) long a;
    long b;
};

static void check(int count, ...)
{
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        struct bytes bytes = va_arg(list, struct bytes);
        struct pair pair = va_arg(list, struct pair);
        struct triple triple = va_arg(list, struct triple);
        struct large large = va_arg(list, struct large);
        struct mixed mixed = va_arg(list, struct mixed);
        struct odd odd = va_arg(list, struct odd);
        struct aligned aligned = va_arg(list, struct aligned);
        assert(bytes.c[0] == 1 && bytes.c[2] == 3);
        assert(pair.x == 1 && pair.y == 2);
        assert(triple.x == 3 && triple.y == 4 && triple.z == 5);
        assert(large.a[0] == 1 && large.a[3] == 4);
        assert(mixed.d == 1.5 && mixed.i == 7);
        assert(odd.c[0] == 17 && odd.c[18] == 18);
        assert(aligned.a == 8 && aligned.b == 9);
    }
    assert(va_arg(list, double) == 2.5);
    assert(va_arg(list, int) == 42);
    va_end(list);
}

static int is_wide(int count, ...)
{
    va_list list;
    __int128 wide = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        wide = va_arg(list, __int128);
    va_end(list);
    return wide == (__int128)5 << 70;
}

static long sum(int count, ...)
{
    va_list list;
    long total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int) + (long)va_arg(list, double);
    va_end(list);
    return total;
}

int main(void)
{
    struct bytes bytes = {{1, 2, 3}};
    struct pair pair = {1, 2};
    struct triple triple = {3, 4, 5};
    struct large large = {{1, 2, 3, 4}};
    struct mixed mixed = {1.5, 7};
    struct odd odd = {{17}};
    struct aligned aligned = {8, 9};
    odd.c[18] = 18;
    check(2, bytes, pair, triple, large, mixed, odd, aligned, bytes, pair, triple, large, mixed, odd, aligned, 2.5, 42);
    assert(is_wide(2, (__int128)4, (__int128)5 << 70));
    assert(sum(9, 1, 1., 2, 2., 3, 3., 4, 4., 5, 5., 6, 6., 7, 7., 8, 8., 9, 9.) == 90);
    return 0;
}
