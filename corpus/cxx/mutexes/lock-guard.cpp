// Two threads count under a lock guard, which unlocks at the end of its block and on return.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int counter = 0;

int next() {
  std::lock_guard<std::mutex> guard(mutex);
  return ++counter;
}

int main() {
  int a = 0, b = 0;
  std::thread first([&a] { a = next(); });
  std::thread second([&b] { b = next(); });
  first.join();
  second.join();
  assert(a + b == 3 && counter == 2);
}
