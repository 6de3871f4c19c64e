// `pthread_exit` leaves functions like an exception: destructors run, and handlers may look at it, but must throw it on.
#include <cassert>
#include <cxxabi.h>
#include <exception>
#include <pthread.h>

static int destroyed, caught;

struct Guard {
  ~Guard() { destroyed++; }
};

static void *run(void *) {
  try {
    Guard outer;
    try {
      Guard inner;
      pthread_exit(&caught);
    } catch (int) {
      assert(false);
    } catch (abi::__forced_unwind &) {
      assert(!std::current_exception());
      caught++;
      throw;
    }
  } catch (...) {
    caught++;
    throw;
  }
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, run, nullptr);
  void *result;
  pthread_join(thread, &result);
  assert(result == &caught && caught == 2 && destroyed == 2);
}
