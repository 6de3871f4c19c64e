// A vector that grows, a string, and an optional value, filled by one thread and read by main.
#include <cassert>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct Result {
  std::vector<int> numbers;
  std::string text;
  std::optional<int> last;
};

int main() {
  Result result;
  std::thread worker([&result] {
    for (int i = 0; i < 3; i++)
      result.numbers.push_back(i);
    result.text = "done";
    result.text += '!';
    result.last = result.numbers.back();
  });
  worker.join();
  Result moved = std::move(result);
  int sum = 0;
  for (int n : moved.numbers)
    sum += n;
  assert(sum == 3 && moved.text == "done!" && moved.text.size() == 5 && moved.last == 2);
  assert(result.numbers.empty());
}
