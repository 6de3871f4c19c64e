// An asynchronous call, whose result main waits for.
#include <cassert>
#include <future>

int square(int n) { return n * n; }

int main() {
  std::future<int> first = std::async(std::launch::async, square, 3);
  assert(first.get() == 9);
}
