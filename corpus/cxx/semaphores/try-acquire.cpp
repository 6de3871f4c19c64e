// Trying for a permit when there is none fails at once; acquiring those that are there does not wait.
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> permits(0);
  assert(!permits.try_acquire());
  permits.release(2);
  permits.acquire();
  permits.acquire();
  assert(!permits.try_acquire());
}
