// Two asynchronous calls, whose results main adds up.
#include <cassert>
#include <future>

int square(int n) { return n * n; }

int main() {
  std::future<int> first = std::async(std::launch::async, square, 3);
  std::future<int> second = std::async(std::launch::async, square, 4);
  assert(first.get() + second.get() == 25);
}
