// A thread polls with a time limit for a flag that is set without a notification: strong fairness lets the setter in.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable condition;
bool ready = false;

int main() {
  std::thread setter([] {
    std::lock_guard guard(mutex);
    ready = true;
  });
  {
    std::unique_lock lock(mutex);
    while (!ready)
      condition.wait_for(lock, std::chrono::milliseconds(1));
  }
  setter.join();
}
