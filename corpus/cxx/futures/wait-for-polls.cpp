// Main asks again and again whether the result is there, with no patience at all.
#include <chrono>
#include <future>
#include <thread>

int main() {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread worker([&promise] { promise.set_value(); });
  while (future.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
  }
  worker.join();
}
