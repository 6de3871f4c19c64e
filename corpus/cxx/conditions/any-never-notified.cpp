// A condition variable for any lock whose predicate comes true without a notification.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::recursive_mutex mutex;
std::condition_variable_any condition;
std::atomic<bool> ready = false;

int main() {
  std::thread waiter([] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return ready.load(); });
  });
  ready = true;
  waiter.join();
}
