// A future that two threads share: both get the value.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::shared_future<int> future = promise.get_future().share();
  std::thread worker([future] { assert(future.get() == 3); });
  promise.set_value(3);
  assert(future.get() == 3);
  worker.join();
}
