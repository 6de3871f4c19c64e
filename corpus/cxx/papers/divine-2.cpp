// DIVINE, figure 2: thread0 works for ever under the mutex: its critical section never ends and thread1 waits for it.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex m;
std::atomic<bool> work = false;

void thread0() {
  std::unique_lock lock(m);
  while (true)
    work = !work;
}

void thread1() {
  while (true) {
    std::unique_lock lock(m);
    work = false;
  }
}

int main() {
  std::thread t0(thread0);
  std::thread t1(thread1);
  t0.join();
  t1.join();
}
