// A sleep, or a wait in vain, takes at least as long as it is told to.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
  using namespace std::chrono;
  using namespace std::chrono_literals;
  std::mutex mutex;
  std::condition_variable condition;
  auto start = steady_clock::now();
  std::this_thread::sleep_for(10ms);
  std::unique_lock lock(mutex);
  if (!condition.wait_for(lock, 20ms, [] { return false; })) {
    if (steady_clock::now() - start < 30ms) {
      for (;;)
        std::this_thread::yield();
    }
  }
}
