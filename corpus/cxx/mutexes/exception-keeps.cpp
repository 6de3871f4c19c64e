// The mutex is locked and unlocked by hand, and an exception comes between: it stays locked, and others wait for ever.
#include <mutex>
#include <thread>

std::mutex mutex;
int value = 0;

void change(bool fail) {
  mutex.lock();
  if (fail)
    throw 1;
  value++;
  mutex.unlock();
}

int main() {
  std::thread worker([] {
    try {
      change(true);
    } catch (int) {
    }
  });
  change(false);
  worker.join();
}
