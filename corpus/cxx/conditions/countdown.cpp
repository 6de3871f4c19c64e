// A countdown from a condition variable: main waits until two workers have reported.
#include <condition_variable>
#include <mutex>
#include <thread>

class Countdown {
  std::mutex mutex;
  std::condition_variable condition;
  int missing;

public:
  explicit Countdown(int count) : missing(count) {}

  void arrive() {
    std::lock_guard guard(mutex);
    if (--missing == 0)
      condition.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex);
    while (missing > 0)
      condition.wait(lock);
  }
};

int main() {
  Countdown countdown(2);
  std::thread first([&countdown] { countdown.arrive(); });
  std::thread second([&countdown] { countdown.arrive(); });
  countdown.wait();
  first.join();
  second.join();
}
