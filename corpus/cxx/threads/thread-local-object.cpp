// A thread-local object is made in each thread that uses it, and destroyed when that thread ends.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> made = 0, destroyed = 0;

struct Cache {
  int entries = 0;
  Cache() { made++; }
  ~Cache() { destroyed++; }
};

thread_local Cache cache;

int main() {
  std::thread first([] { cache.entries++; });
  std::thread second([] { assert(++cache.entries == 1); });
  first.join();
  second.join();
  assert(made == 2 && destroyed == 2);
}
