// An exception leaves a function that runs at the end of the program.
#include <cstdlib>

int main() {
  std::atexit([] { throw 1; });
}
