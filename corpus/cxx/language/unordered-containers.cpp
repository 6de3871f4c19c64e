// Tables with hashes, keyed by numbers and by strings, that have to grow.
#include <cassert>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main() {
  std::unordered_map<int, int> squares;
  for (int i = 0; i < 20; i++)
    squares[i] = i * i;
  squares.erase(7);
  assert(squares.size() == 19 && squares.at(5) == 25 && squares.find(7) == squares.end());
  std::unordered_set<std::string> words{"one", "two", "one"};
  words.insert("a word that is too long for the string itself");
  assert(words.size() == 3 && words.count("two") == 1 && words.count("three") == 0);
}
