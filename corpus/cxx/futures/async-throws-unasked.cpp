// What an asynchronous function throws is kept, and nobody asks for it: it is no error.
#include <future>
#include <vector>

int main() {
  std::vector<int> numbers{1, 2};
  std::future<int> future = std::async(std::launch::async, [&numbers] { return numbers.at(2); });
  future.wait();
}
