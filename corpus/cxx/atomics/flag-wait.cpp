// A thread waits on an atomic flag, which is set and announced.
#include <atomic>
#include <thread>

std::atomic_flag go;

int main() {
  std::thread worker([] { go.wait(false); });
  go.test_and_set();
  go.notify_all();
  worker.join();
}
