// A condition variable that waits with any lock, here a shared one.
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
std::condition_variable_any condition;
bool ready = false;

int main() {
  std::thread reader([] {
    std::shared_lock lock(mutex);
    condition.wait(lock, [] { return ready; });
  });
  {
    std::unique_lock lock(mutex);
    ready = true;
  }
  condition.notify_all();
  reader.join();
}
