// An exception that nobody catches ends main with an error.
struct Problem {};

void check(int n) {
  if (n < 0)
    throw Problem();
}

int main() {
  check(1);
  check(-1);
}
