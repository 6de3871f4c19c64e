// The header is given neither here nor by a flag; the second file is fine.
#include "header-of-nobody.hpp"

int half();
int main() { return half(); }
