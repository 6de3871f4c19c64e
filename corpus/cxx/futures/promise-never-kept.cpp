// A thread waits for a promise that main would keep only after it has joined the thread.
#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  std::thread waiter([&future] { future.get(); });
  waiter.join();
  promise.set_value(1);
}
