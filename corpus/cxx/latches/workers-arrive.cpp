// Main waits at a latch until two workers have counted it down.
#include <atomic>
#include <cassert>
#include <latch>
#include <thread>

int main() {
  std::latch done(2);
  std::atomic<int> work = 0;
  auto worker = [&] {
    work++;
    done.count_down();
  };
  std::thread first(worker);
  std::thread second(worker);
  done.wait();
  assert(work == 2 && done.try_wait());
  first.join();
  second.join();
}
