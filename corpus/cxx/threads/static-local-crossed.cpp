// The initialisation of a static variable takes a mutex, and a holder of the mutex waits for that initialisation.
#include <mutex>
#include <thread>

std::mutex mutex;

int read_configuration() {
  std::lock_guard guard(mutex);
  return 1;
}

int configuration() {
  static int value = read_configuration();
  return value;
}

int main() {
  std::thread worker([] { configuration(); });
  std::thread other([] {
    std::lock_guard guard(mutex);
    configuration();
  });
  worker.join();
  other.join();
}
