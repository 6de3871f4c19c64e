// Threads can be moved and told apart: an empty one has no identity and cannot be joined.
#include <cassert>
#include <thread>
#include <utility>

int main() {
  std::thread::id inside;
  std::thread first([&inside] {
    inside = std::this_thread::get_id();
    std::this_thread::yield();
  });
  std::thread second = std::move(first);
  assert(!first.joinable() && second.joinable());
  std::thread::id outside = second.get_id();
  second.join();
  assert(inside == outside && inside != std::this_thread::get_id());
  assert(!second.joinable() && second.get_id() == std::thread::id());
}
