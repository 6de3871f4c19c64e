// What an asynchronous function throws comes out of get().
#include <cassert>
#include <future>
#include <stdexcept>

int main() {
  std::future<int> future = std::async(std::launch::async, []() -> int { throw std::logic_error("no"); });
  bool caught = false;
  try {
    future.get();
  } catch (const std::logic_error &) {
    caught = true;
  }
  assert(caught);
}
