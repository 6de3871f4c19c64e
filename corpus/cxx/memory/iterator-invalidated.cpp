// A pointer into a vector is used after the vector has moved its elements elsewhere.
#include <vector>

int main() {
  std::vector<int> numbers(1, 7);
  int *first = &numbers[0];
  for (int i = 0; i < 4; i++)
    numbers.push_back(i);
  return *first == 7 ? 0 : 1;
}
