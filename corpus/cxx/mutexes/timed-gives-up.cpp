// A timed mutex that main holds while it joins a thread which tries it once, with a time limit, and gives up.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex mutex;

int main() {
  std::lock_guard guard(mutex);
  bool got = true;
  std::thread waiter([&got] { got = mutex.try_lock_for(std::chrono::milliseconds(1)); });
  waiter.join();
  assert(!got);
}
