// A scoped lock takes two mutexes, in two threads that name them in the same order.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int first_half = 0, second_half = 0;

void change() {
  std::scoped_lock both(a, b);
  first_half++;
  second_half++;
}

int main() {
  std::thread worker(change);
  change();
  worker.join();
  assert(first_half == 2 && second_half == 2);
}
