// DIVINE, figure 1: the worker's waiting condition is the wrong way round; if main sets x first, it never stops.
#include <atomic>
#include <thread>

std::atomic<int> x = 0;

void worker() {
  while (x != 0) {
  }
}

int main() {
  std::thread t(worker);
  x = 42;
  t.join();
}
