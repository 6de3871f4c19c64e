// Main waits for a flag that nobody sets, whatever the random number is.
#include <atomic>
#include <random>
#include <thread>

int main() {
  std::random_device device;
  std::atomic<unsigned> number{0};
  std::atomic<bool> is_drawn{false};
  std::thread thread([&] { number = device(); });
  while (!is_drawn) {
  }
  thread.join();
  return 0;
}
