// A sleep takes at least as long as it is told to, and may take longer.
#include <chrono>
#include <thread>

int main() {
  using namespace std::chrono;
  using namespace std::chrono_literals;
  auto start = steady_clock::now();
  std::this_thread::sleep_for(10ms);
  auto elapsed = steady_clock::now() - start;
  if (elapsed < 10ms || elapsed > 50ms) {
    for (;;)
      std::this_thread::yield();
  }
}
