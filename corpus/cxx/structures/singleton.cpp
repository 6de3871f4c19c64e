// Double-checked locking in C++: the atomic pointer is looked at before and under the mutex, so one object is made.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

class Singleton {
  static inline std::atomic<Singleton *> instance = nullptr;
  static inline std::mutex mutex;

public:
  static inline int made = 0;
  int value = 7;

  static Singleton *get() {
    Singleton *object = instance.load(std::memory_order_acquire);
    if (object == nullptr) {
      std::lock_guard guard(mutex);
      object = instance.load(std::memory_order_relaxed);
      if (object == nullptr) {
        object = new Singleton;
        made++;
        instance.store(object, std::memory_order_release);
      }
    }
    return object;
  }
};

int main() {
  std::thread worker([] { assert(Singleton::get()->value == 7); });
  assert(Singleton::get()->value == 7);
  worker.join();
  assert(Singleton::made == 1);
  delete Singleton::get();
}
