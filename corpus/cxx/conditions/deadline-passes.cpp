// A thread waits until a deadline for a flag that nobody sets, and gives up.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

int main() {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  bool is_set = false;
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  bool in_time = condition.wait_until(lock, deadline, [&] { return is_set; });
  assert(!in_time);
  assert(std::chrono::steady_clock::now() >= deadline);
}
