// A reader of a shared mutex asks for it as a writer without leaving first, and so waits for itself.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int cached = 0;

int lookup() {
  std::shared_lock reading(mutex);
  if (cached == 0) {
    std::unique_lock writing(mutex);
    cached = 1;
  }
  return cached;
}

int main() {
  std::thread worker([] { lookup(); });
  worker.join();
}
