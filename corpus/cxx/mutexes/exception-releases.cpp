// An exception that leaves the block of a guard unlocks the mutex on its way.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
int value = 0;

void change(bool fail) {
  std::lock_guard guard(mutex);
  if (fail)
    throw 1;
  value++;
}

int main() {
  std::thread worker([] {
    try {
      change(true);
    } catch (int) {
    }
  });
  change(false);
  worker.join();
  change(false);
  assert(value == 2);
}
