// A loop that waits for a time to come: it comes.
#include <chrono>
#include <thread>

int main() {
  using std::chrono::steady_clock;
  auto deadline = steady_clock::now() + std::chrono::milliseconds(10);
  while (steady_clock::now() < deadline)
    std::this_thread::yield();
  deadline = steady_clock::now() + std::chrono::milliseconds(10);
  while (steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_until(deadline + std::chrono::seconds(1));
}
