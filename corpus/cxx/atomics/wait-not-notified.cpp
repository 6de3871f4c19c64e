// The number changes, but nobody is notified: a thread that sleeps on it already sleeps for ever.
#include <atomic>
#include <thread>

std::atomic<int> stage = 0;

int main() {
  std::thread worker([] { stage.wait(0); });
  stage = 1;
  worker.join();
}
