// The element behind the last one of a vector is written.
#include <vector>

int main() {
  std::vector<int> numbers(3);
  for (unsigned i = 0; i <= numbers.size(); i++)
    numbers[i] = 1;
}
