// Orders that are weaker than sequential consistency, some of them named in ways that are easily overlooked.
#include <atomic>
#include <thread>

std::atomic<int> word{0};
std::atomic_flag flag = ATOMIC_FLAG_INIT;

int load(std::memory_order order) { return word.load(order); }

int main() {
  std::thread other([] { word.store(1, std::memory_order_release); });
  while (load(std::memory_order_acquire) == 0) {
  }
  int expected = 1;
  word.compare_exchange_strong(expected, 2, std::memory_order_seq_cst, std::memory_order_relaxed);
  word.fetch_or(4, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  // None of these is weaker.
  word.compare_exchange_weak(expected, 3);
  word.fetch_and(~4);
  word = word.load() + 1;
  flag.test_and_set();
  flag.clear();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_signal_fence(std::memory_order_acquire);
  other.join();
}
