// The predicate is an atomic variable that is changed without the mutex: the notification can fall between the look
// at it and the sleep.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
std::atomic<bool> ready = false;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [] { return ready.load(); });
  });
  ready = true;
  condition.notify_one();
  worker.join();
}
