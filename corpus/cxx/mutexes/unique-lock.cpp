// A unique lock can be made without locking, be unlocked and locked again, be moved, and tell whether it owns.
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>

std::mutex mutex;
int value = 0;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex, std::defer_lock);
    assert(!lock.owns_lock());
    lock.lock();
    value++;
    lock.unlock();
    lock.lock();
    std::unique_lock<std::mutex> moved = std::move(lock);
    assert(moved.owns_lock() && !lock.owns_lock());
    value++;
  });
  {
    std::unique_lock lock(mutex);
    std::unique_lock<std::mutex> adopted(*lock.release(), std::adopt_lock);
    value++;
  }
  worker.join();
  assert(value == 3);
}
