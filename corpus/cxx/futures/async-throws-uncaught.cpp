// What an asynchronous function throws comes out of get(), and nobody catches it.
#include <future>
#include <stdexcept>

int main() {
  std::future<int> future = std::async(std::launch::async, []() -> int { throw std::logic_error("no"); });
  return future.get();
}
