// Two threads hold one mutex each, try the other's, and start again when it is taken: in step they do so for ever.
#include <mutex>
#include <thread>

std::mutex a, b;

void both(std::mutex &mine, std::mutex &other) {
  while (true) {
    std::lock_guard guard(mine);
    if (other.try_lock()) {
      other.unlock();
      return;
    }
    std::this_thread::yield();
  }
}

int main() {
  std::thread first([] { both(a, b); });
  std::thread second([] { both(b, a); });
  first.join();
  second.join();
}
