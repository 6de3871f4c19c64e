// A function takes two arguments more than it names, and gets one.
#include <stdarg.h>

static int sum(int first, ...)
{
    va_list list;
    va_start(list, first);
    first += va_arg(list, int);
    first += va_arg(list, int);
    va_end(list);
    return first;
}

int main(void) { return sum(1, 2); }
