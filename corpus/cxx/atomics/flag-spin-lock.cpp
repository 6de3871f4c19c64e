// A spin lock from an atomic flag, made into a class that lock guards can use.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class SpinLock {
  std::atomic_flag flag;

public:
  void lock() {
    while (flag.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { flag.clear(std::memory_order_release); }
};

SpinLock spin;
int counter = 0;

void count() {
  std::lock_guard guard(spin);
  counter++;
}

int main() {
  std::thread worker(count);
  count();
  worker.join();
  assert(counter == 2);
}
