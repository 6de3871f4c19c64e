// DIVINE, figure 4, made into a question: thread1 needs the mutex once, thread0 takes and releases it until then.
#include <atomic>
#include <mutex>
#include <thread>

std::mutex m;
std::atomic<bool> served = false;

void thread0() {
  while (!served) {
    std::unique_lock lock(m);
  }
}

void thread1() {
  std::unique_lock lock(m);
  served = true;
}

int main() {
  std::thread t0(thread0);
  std::thread t1(thread1);
  t0.join();
  t1.join();
}
