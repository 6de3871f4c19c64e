// Two threads, one of which runs a lambda, take from a number that nobody knows until nothing is left.
//
// Finishes: whoever goes round has taken one, and nobody adds any. How a `std::thread` finds what it runs, through a table of virtual
// functions, is part of the proof.
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
