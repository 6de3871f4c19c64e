// A static variable in a function is initialised once, by one of the two threads that come to it first.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> made = 0;

struct Table {
  int value;
  Table() : value(42) { made++; }
};

int lookup() {
  static Table table;
  return table.value;
}

int main() {
  std::thread worker([] { assert(lookup() == 42); });
  assert(lookup() == 42);
  worker.join();
  assert(made == 1);
}
