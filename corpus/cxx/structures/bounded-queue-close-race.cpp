// A queue that is closed without its mutex: the consumer may have seen it open and empty, and then sleeps for ever.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Queue {
  std::mutex mutex;
  std::condition_variable changed;
  int items = 0;
  std::atomic<bool> closed = false;

public:
  bool pop() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return items > 0 || closed; });
    if (items == 0)
      return false;
    items--;
    return true;
  }

  void close() {
    closed = true;
    changed.notify_all();
  }
};

int main() {
  Queue queue;
  std::thread consumer([&queue] {
    while (queue.pop()) {
    }
  });
  queue.close();
  consumer.join();
}
