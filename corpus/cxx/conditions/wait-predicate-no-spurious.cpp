// The wait with a predicate when nobody wakes up for nothing: every run is finite and completes.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool ready = false;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex);
    while (!ready)
      condition.wait(lock);
  });
  {
    std::lock_guard guard(mutex);
    ready = true;
    condition.notify_all();
  }
  worker.join();
}
