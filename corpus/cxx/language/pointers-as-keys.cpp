// A set of pointers to objects on the heap and of the function: whatever their order is, it is one.
#include <cassert>
#include <memory>
#include <set>

int main() {
  int local = 1;
  auto first = std::make_unique<int>(2);
  auto second = std::make_unique<int>(3);
  std::set<int *> pointers{&local, first.get(), second.get()};
  assert(pointers.size() == 3 && pointers.count(first.get()) == 1);
  pointers.erase(&local);
  assert(pointers.count(&local) == 0 && pointers.count(second.get()) == 1);
}
