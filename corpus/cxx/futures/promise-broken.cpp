// A promise is destroyed without having been kept: who waits for it is told so by an exception.
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread worker([](std::promise<void>) {}, std::move(promise));
  bool broken = false;
  try {
    future.get();
  } catch (const std::future_error &) {
    broken = true;
  }
  worker.join();
  assert(broken);
}
