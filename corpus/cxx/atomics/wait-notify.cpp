// A thread waits on an atomic number until it changes, and is notified of the change.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> stage = 0;
int data = 0;

int main() {
  std::thread worker([] {
    stage.wait(0);
    assert(data == 5);
  });
  data = 5;
  stage = 1;
  stage.notify_one();
  worker.join();
}
