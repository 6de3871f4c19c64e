// Threads with arguments by value, by reference and moved in, started from a function, a lambda and a member function.
#include <cassert>
#include <functional>
#include <memory>
#include <thread>

struct Counter {
  int value = 0;
  void add(int n) { value += n; }
};

void store(int value, int &target) { target = value; }

int main() {
  int target = 0, taken = 0;
  Counter counter;
  std::thread first(store, 5, std::ref(target));
  std::thread second([&taken, p = std::make_unique<int>(6)] { taken = *p; });
  std::thread third(&Counter::add, &counter, 7);
  first.join();
  second.join();
  third.join();
  assert(target == 5 && taken == 6 && counter.value == 7);
}
