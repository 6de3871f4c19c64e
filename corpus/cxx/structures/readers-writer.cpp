// A readers-writer lock that spins on its number of readers: a writer that tries only while a reader is inside tries
// for ever, although it may try at any time.
#include <atomic>
#include <thread>

class ReadersWriterLock {
  std::atomic<int> state = 0; // the number of readers, or -1 for a writer

public:
  void lock_shared() {
    while (true) {
      int readers = state;
      if (readers >= 0 && state.compare_exchange_strong(readers, readers + 1))
        return;
    }
  }
  void unlock_shared() { state--; }

  void lock() {
    for (int nobody = 0; !state.compare_exchange_strong(nobody, -1); nobody = 0) {
    }
  }
  void unlock() { state = 0; }
};

int main() {
  ReadersWriterLock lock;
  std::atomic<bool> written = false;
  std::thread reader([&] {
    while (!written) {
      lock.lock_shared();
      lock.unlock_shared();
    }
  });
  lock.lock();
  written = true;
  lock.unlock();
  reader.join();
}
