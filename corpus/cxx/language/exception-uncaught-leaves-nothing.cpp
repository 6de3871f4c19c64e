// Nobody catches what is thrown, though somebody catches something else: the program ends where it throws, and no destructor is
// called, which would wait for ever.
#include <mutex>
#include <stdexcept>

std::mutex mutex;

struct Waits {
  ~Waits() {
    mutex.lock();
    mutex.unlock();
  }
};

void work() {
  Waits waits;
  mutex.lock();
  throw std::runtime_error("no way on");
}

int main() {
  try {
    work();
  } catch (const std::logic_error &) {
  }
}
