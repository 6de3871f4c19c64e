// A timed mutex that main holds while it joins a thread which tries it again and again, with a time limit each time.
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;

int main() {
  std::lock_guard guard(mutex);
  std::thread waiter([] {
    while (!mutex.try_lock_for(std::chrono::milliseconds(1))) {
    }
    mutex.unlock();
  });
  waiter.join();
}
