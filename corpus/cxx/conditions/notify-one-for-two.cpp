// Two threads wait for the same event and one notification is given: one of them may sleep for ever.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool go = false;

void run() {
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return go; });
}

int main() {
  std::thread first(run);
  std::thread second(run);
  {
    std::lock_guard guard(mutex);
    go = true;
  }
  condition.notify_one();
  first.join();
  second.join();
}
