// A shift by a constant that is as large as the number is wide.
#pragma clang diagnostic ignored "-Wshift-count-overflow"

static int shifted(int number) { return number << 32; }

int main(void) { return shifted(0); }
