// DIVINE, figure 3: both threads take and release the mutex for ever. The program never ends, but every critical
// section and every wait for one can, so `sections` holds.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex m;
std::atomic<bool> work = false;

void thread0() {
  while (true) {
    std::unique_lock lock(m);
    work = true;
  }
}

void thread1() {
  while (true) {
    std::unique_lock lock(m);
    work = false;
  }
}

int main() {
  std::thread(thread0).detach();
  thread1();
}
