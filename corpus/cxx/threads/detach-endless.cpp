// A detached thread spins for ever, and main returns, which ends the program unless the scheduler is unfair.
#include <atomic>
#include <thread>

std::atomic<int> ticks = 0;

int main() {
  std::thread([] {
    while (true)
      ticks = !ticks;
  }).detach();
}
