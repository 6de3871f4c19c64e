// Two threads nest the guards of the same two mutexes in opposite order.
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread first([] {
    std::lock_guard outer(a);
    std::lock_guard inner(b);
  });
  std::thread second([] {
    std::lock_guard outer(b);
    std::lock_guard inner(a);
  });
  first.join();
  second.join();
}
