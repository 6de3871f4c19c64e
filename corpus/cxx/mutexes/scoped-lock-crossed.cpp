// A scoped lock takes two mutexes, in two threads that name them in opposite order: it backs off instead of blocking,
// so the end stays in reach. (Whether two threads can back off in step for ever is up to how the library does it.)
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread first([] { std::scoped_lock both(a, b); });
  std::thread second([] { std::scoped_lock both(b, a); });
  first.join();
  second.join();
}
