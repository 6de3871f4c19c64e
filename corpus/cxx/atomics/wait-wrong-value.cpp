// A thread waits as long as the number is one, but it was changed to one and stays so: nobody changes it again.
#include <atomic>
#include <thread>

std::atomic<int> stage = 0;

int main() {
  std::thread worker([] { stage.wait(1); });
  stage = 1;
  stage.notify_all();
  worker.join();
}
