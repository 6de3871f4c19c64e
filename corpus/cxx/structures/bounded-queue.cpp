// A bounded queue with a place for one item that can be closed: the consumer gets all items and then the end.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

class Queue {
  std::mutex mutex;
  std::condition_variable filled, emptied;
  std::optional<int> item;
  bool closed = false;

public:
  void push(int value) {
    std::unique_lock lock(mutex);
    emptied.wait(lock, [this] { return !item.has_value(); });
    item = value;
    filled.notify_one();
  }

  std::optional<int> pop() {
    std::unique_lock lock(mutex);
    filled.wait(lock, [this] { return item.has_value() || closed; });
    std::optional<int> result = item;
    item.reset();
    emptied.notify_one();
    return result;
  }

  void close() {
    std::lock_guard guard(mutex);
    closed = true;
    filled.notify_all();
  }
};

int main() {
  Queue queue;
  int sum = 0;
  std::thread consumer([&] {
    while (std::optional<int> value = queue.pop())
      sum += *value;
  });
  queue.push(1);
  queue.push(2);
  queue.close();
  consumer.join();
  assert(sum == 3);
}
