// The search for a handler goes past those for other types, and past those of calls that are over; all that lies between the
// throw and the handler is then left, with its destructors. What is thrown on from a handler finds the next one.
#include <cassert>
#include <stdexcept>
#include <thread>

int left;

struct Counted {
  ~Counted() { ++left; }
};

void over() {
  try {
    throw 1;
  } catch (int) {
  }
}

void inner() {
  Counted counted;
  over();
  throw std::out_of_range("far");
}

void middle() {
  Counted counted;
  try {
    inner();
  } catch (int) {
    assert(false);
  }
}

void outer() {
  try {
    middle();
  } catch (const std::out_of_range &) {
    Counted counted;
    throw;
  }
}

int main() {
  try {
    outer();
  } catch (const std::exception &) {
    assert(left == 3);
  }
  std::thread thread([] {
    try {
      inner();
    } catch (...) {
    }
  });
  thread.join();
  assert(left == 4);
}
