// Threads of C++ are cancelled where they wait for a condition, for a thread, and where they sleep.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <thread>

static std::mutex mutex;
static std::condition_variable never;
static std::thread waiting;

int main() {
  waiting = std::thread([] {
    std::unique_lock lock(mutex);
    for (;;)
      never.wait(lock);
  });
  std::thread joining([] { waiting.join(); });
  pthread_cancel(joining.native_handle());
  joining.join();
  pthread_cancel(waiting.native_handle());
  waiting.join();
  std::thread sleeping([] {
    for (;;)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  pthread_cancel(sleeping.native_handle());
  sleeping.join();
}
