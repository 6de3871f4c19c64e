// A pool that is stopped without a notification: a worker that sleeps at that time never wakes up.
#include <condition_variable>
#include <mutex>
#include <thread>

class Pool {
  std::mutex mutex;
  std::condition_variable changed;
  int count = 0;
  bool stopping = false;
  std::thread worker{[this] { work(); }};

  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      while (count == 0 && !stopping)
        changed.wait(lock);
      if (count == 0)
        return;
      count--;
    }
  }

public:
  void submit() {
    std::lock_guard guard(mutex);
    count++;
    changed.notify_one();
  }

  ~Pool() {
    {
      std::lock_guard guard(mutex);
      stopping = true;
    }
    worker.join();
  }
};

int main() {
  Pool pool;
  pool.submit();
}
