// After DIVINE, figure 5, with a slip: one of the threads lets go of its guard and leaves m2 locked when it ends.
#include <mutex>
#include <thread>

std::mutex m1, m2;

void both(bool slip) {
  std::unique_lock outer(m1);
  std::unique_lock inner(m2);
  if (slip)
    inner.release();
}

int main() {
  std::thread first(both, false);
  std::thread second(both, true);
  first.join();
  second.join();
}
