// An event that resets itself when it lets a thread through is set twice for two threads: if both settings come before
// the first waiter, one of them is lost.
#include <condition_variable>
#include <mutex>
#include <thread>

class Event {
  std::mutex mutex;
  std::condition_variable condition;
  bool is_set = false;

public:
  void set() {
    std::lock_guard guard(mutex);
    is_set = true;
    condition.notify_one();
  }

  void wait() {
    std::unique_lock lock(mutex);
    condition.wait(lock, [this] { return is_set; });
    is_set = false;
  }
};

int main() {
  Event event;
  std::thread first([&event] { event.wait(); });
  std::thread second([&event] { event.wait(); });
  event.set();
  event.set();
  first.join();
  second.join();
}
