// A pool of two workers for tasks of any kind, which finishes what it has and stops when it is destroyed.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

using Task = void (*)();

class Pool {
  std::mutex mutex;
  std::condition_variable changed;
  Task tasks[2];
  int count = 0;
  bool stopping = false;
  std::thread first{[this] { work(); }}, second{[this] { work(); }};

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return count > 0 || stopping; });
      if (count == 0)
        return;
      Task task = tasks[--count];
      lock.unlock();
      task();
      lock.lock();
    }
  }

public:
  void submit(Task task) {
    std::lock_guard guard(mutex);
    tasks[count++] = task;
    changed.notify_one();
  }

  ~Pool() {
    {
      std::lock_guard guard(mutex);
      stopping = true;
    }
    changed.notify_all();
    first.join();
    second.join();
  }
};

std::atomic<int> done = 0;

int main() {
  {
    Pool pool;
    pool.submit([] { done++; });
  }
  assert(done == 1);
}
