// DIVINE, figure 1, with the waiting condition the right way round: only an unfair scheduler lets the worker spin on.
#include <atomic>
#include <thread>

std::atomic<int> x = 0;

void worker() {
  while (x == 0) {
  }
}

int main() {
  std::thread t(worker);
  x = 42;
  t.join();
}
