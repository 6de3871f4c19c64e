// A detached thread notifies when it has ended, with everything of its own.
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

std::mutex mutex;
std::condition_variable condition;
bool is_done = false;

int main() {
  std::thread worker([] {
    std::unique_lock lock(mutex);
    is_done = true;
    std::notify_all_at_thread_exit(condition, std::move(lock));
  });
  worker.detach();
  std::unique_lock lock(mutex);
  condition.wait(lock, [] { return is_done; });
}
