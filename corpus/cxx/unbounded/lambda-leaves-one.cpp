// As `lambda.cpp`, but the last one is left, and everybody waits for somebody else to take it.
#include <mutex>
#include <thread>

extern "C" unsigned __VERIFIER_nondet_uint();

unsigned left;
std::mutex guard;

void work() {
  for (;;) {
    std::lock_guard<std::mutex> held(guard);
    if (left == 0)
      return;
    if (left > 1)
      left--;
  }
}

int main() {
  left = __VERIFIER_nondet_uint();
  std::thread first([] { work(); });
  std::thread second(work);
  first.join();
  second.join();
}
