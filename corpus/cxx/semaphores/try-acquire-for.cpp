// A wait for a permit with a time limit, when nobody releases one: it can end at any moment, and the program with it.
#include <cassert>
#include <chrono>
#include <semaphore>

int main() {
  std::counting_semaphore<2> permits(0);
  assert(!permits.try_acquire_for(std::chrono::milliseconds(1)));
}
