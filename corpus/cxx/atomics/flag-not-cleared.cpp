// A spin lock from an atomic flag that is not cleared on one path: the other thread spins for ever.
#include <atomic>
#include <thread>

std::atomic_flag flag;
int value = 0;

void change(int n) {
  while (flag.test_and_set()) {
  }
  if (n < 0)
    return;
  value += n;
  flag.clear();
}

int main() {
  std::thread good(change, 1);
  std::thread bad(change, -1);
  good.join();
  bad.join();
}
