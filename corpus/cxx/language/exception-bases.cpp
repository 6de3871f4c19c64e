// What is thrown is caught as a base that is virtual, one that is not the first, or as a pointer; each handler gets its part.
#include <cstddef>
#include <stdexcept>
#include <string>

struct First {
  virtual ~First() {}
  int first = 1;
};
struct Second {
  virtual ~Second() {}
  int second = 2;
};
struct Both : First, Second {};
struct Left : virtual First {};
struct Right : virtual First {};
struct Diamond : Left, Right {};
struct Twice : Both, Left {};
struct Hidden : private First, public Second {};
struct Failure : Second, std::runtime_error {
  Failure() : std::runtime_error("failure") {}
};

int caught;
Both both;

void check(bool is_right) {
  while (!is_right) {
  }
  caught++;
}

int main() {
  try {
    throw Both();
  } catch (Second &part) {
    check(part.second == 2);
  }
  try {
    throw Diamond();
  } catch (First &part) {
    check(part.first == 1);
  }
  try {
    throw Twice();
  } catch (First &) {
    check(false);
  } catch (Second part) {
    check(part.second == 2);
  }
  try {
    throw Hidden();
  } catch (First &) {
    check(false);
  } catch (...) {
    check(true);
  }
  try {
    throw Failure();
  } catch (const std::exception &failure) {
    check(failure.what() == std::string("failure"));
  }
  try {
    throw &caught;
  } catch (char *) {
    check(false);
  } catch (const int *number) {
    check(number == &caught);
  }
  try {
    throw static_cast<const int *>(&caught);
  } catch (int *) {
    check(false);
  } catch (const void *place) {
    check(place == &caught);
  }
  try {
    throw &both;
  } catch (Second *part) {
    check(part == &both && part->second == 2);
  }
  try {
    throw nullptr;
  } catch (int *none) {
    check(none == nullptr);
  }
  try {
    try {
      throw Both();
    } catch (Second &) {
      throw;
    }
  } catch (First &part) {
    check(part.first == 1);
  }
  check(caught == 10);
}
