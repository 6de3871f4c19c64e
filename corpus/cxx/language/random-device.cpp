// A number that nobody knows is handed from one thread to another, which does not look at it.
#include <atomic>
#include <random>
#include <thread>

int main() {
  std::random_device device;
  std::atomic<unsigned> number{0};
  unsigned drawn = device();
  std::thread thread([&] { number = drawn; });
  thread.join();
  return 0;
}
