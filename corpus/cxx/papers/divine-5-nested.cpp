// After DIVINE, figure 5: the critical sections of two mutexes, one within the other, in the same order in two threads.
#include <mutex>
#include <thread>

std::mutex m1, m2;

void both() {
  std::unique_lock outer(m1);
  std::unique_lock inner(m2);
}

int main() {
  std::thread first(both);
  std::thread second(both);
  first.join();
  second.join();
}
