// A wait without a predicate: a notification that comes before it is lost.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex);
    condition.wait(lock);
  });
  {
    std::lock_guard guard(mutex);
    condition.notify_one();
  }
  worker.join();
}
