// An exception goes from a thread to main through a promise.
#include <cassert>
#include <exception>
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread worker([&promise] { promise.set_exception(std::make_exception_ptr(7)); });
  int caught = 0;
  try {
    future.get();
  } catch (int n) {
    caught = n;
  }
  worker.join();
  assert(caught == 7);
}
