// Two asynchronous calls that wait for each other's result.
#include <future>

std::promise<int> first, second;

int main() {
  auto a = std::async(std::launch::async, [] {
    int n = second.get_future().get();
    first.set_value(n);
  });
  auto b = std::async(std::launch::async, [] {
    int n = first.get_future().get();
    second.set_value(n);
  });
  a.wait();
  b.wait();
}
