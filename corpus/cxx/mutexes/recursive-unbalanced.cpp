// A recursive mutex is locked once by hand and once by a guard, and only the guard unlocks it again.
#include <mutex>
#include <thread>

std::recursive_mutex mutex;

void visit(int depth) {
  mutex.lock();
  std::lock_guard guard(mutex);
  if (depth > 0)
    mutex.unlock();
}

int main() {
  visit(1);
  visit(0);
  std::thread worker([] { visit(1); });
  worker.join();
}
