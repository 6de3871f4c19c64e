// A value goes from a thread to main through a promise and its future.
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([p = std::move(promise)]() mutable { p.set_value(42); });
  assert(future.get() == 42);
  worker.join();
}
