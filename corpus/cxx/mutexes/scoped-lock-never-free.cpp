// A scoped lock waits for two mutexes, one of which is kept by a thread that waits for the other thread's end.
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread worker([] { std::scoped_lock both(a, b); });
  std::lock_guard<std::mutex> kept(b);
  worker.join();
}
