// The largest number that any thread has seen, kept by compare and exchange.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> largest = 0;

void offer(int n) {
  int seen = largest.load();
  while (seen < n && !largest.compare_exchange_strong(seen, n)) {
  }
}

int main() {
  std::thread first(offer, 3);
  std::thread second(offer, 5);
  first.join();
  second.join();
  assert(largest == 5);
}
