// A map, a set and a list, filled by two threads under a mutex, and then changed by main alone.
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

std::mutex mutex;
std::map<int, int> squares;
std::list<int> numbers;

void add(int number) {
  std::lock_guard guard(mutex);
  squares[number] = number * number;
  numbers.push_back(number);
}

int main() {
  std::thread other([] {
    add(3);
    add(1);
  });
  add(2);
  other.join();
  int sum = 0, last = 0;
  for (const auto &[number, square] : squares) {
    assert(number > last);
    last = number;
    sum += square;
  }
  assert(sum == 14 && numbers.size() == 3);
  squares.erase(2);
  assert(squares.size() == 2 && squares.rbegin()->first == 3 && squares.count(2) == 0);
  numbers.sort();
  numbers.reverse();
  assert(numbers.front() == 3 && numbers.back() == 1);
  std::set<int> many;
  for (int i = 0; i < 12; i++)
    many.insert(i * 5 % 12);
  for (int i = 0; i < 12; i += 2)
    many.erase(i);
  int expected = 1;
  for (int i : many) {
    assert(i == expected);
    expected += 2;
  }
}
