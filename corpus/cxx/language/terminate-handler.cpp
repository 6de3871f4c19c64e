// An exception that nobody catches, and a handler that ends the program as if nothing had happened.
#include <cstdlib>
#include <exception>

int main() {
  std::set_terminate([] { std::exit(0); });
  throw 4;
}
