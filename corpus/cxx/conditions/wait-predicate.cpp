// A condition variable with a predicate, set under the mutex and announced after it.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool ready = false;
int data = 0;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return ready; });
    assert(data == 42);
  });
  {
    std::lock_guard guard(mutex);
    data = 42;
    ready = true;
  }
  condition.notify_one();
  worker.join();
}
