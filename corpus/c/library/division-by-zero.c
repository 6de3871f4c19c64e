// To divide by zero is an error here, too.
#include <stdlib.h>

int main(void) { return div(1, 0).quot; }
