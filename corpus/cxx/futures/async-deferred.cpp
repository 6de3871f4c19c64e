// A deferred call runs in the thread that asks for its result, and not before.
#include <cassert>
#include <future>

int main() {
  int runs = 0;
  std::future<int> result = std::async(std::launch::deferred, [&runs] { return ++runs; });
  assert(runs == 0);
  assert(result.get() == 1 && runs == 1);
}
