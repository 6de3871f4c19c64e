// A task is packaged with its future and run by another thread.
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<int(int)> task([](int n) { return n + 1; });
  std::future<int> result = task.get_future();
  std::thread worker(std::move(task), 4);
  worker.join();
  assert(result.get() == 5);
}
