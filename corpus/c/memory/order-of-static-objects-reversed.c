// Which of two static objects lies lower is up to the linker: either way is looked at.
static int first, second = 1;

int main(void) {
  while (&second < &first) {
  }
  return 0;
}
