// A thread waits for a flag that nobody sets, with a new deadline each time: it does not end.
#include <chrono>
#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable condition;
bool is_set = false;

int main() {
  std::unique_lock lock(mutex);
  while (!is_set) {
    auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    condition.wait_until(lock, deadline);
  }
}
