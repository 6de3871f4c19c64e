// Three philosophers in C++, the last of whom takes the right fork first: there is no circle of waiting.
#include <mutex>
#include <thread>

std::mutex forks[3];

void dine(int first, int second) {
  std::lock_guard one(forks[first]);
  std::lock_guard two(forks[second]);
}

int main() {
  std::thread a(dine, 0, 1);
  std::thread b(dine, 1, 2);
  std::thread c(dine, 0, 2);
  a.join();
  b.join();
  c.join();
}
