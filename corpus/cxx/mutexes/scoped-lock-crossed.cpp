// A scoped lock takes two mutexes, in two threads that name them in opposite order: it takes both or none.
#include <mutex>
#include <thread>

std::mutex a, b;

int main() {
  std::thread first([] { std::scoped_lock both(a, b); });
  std::thread second([] { std::scoped_lock both(b, a); });
  first.join();
  second.join();
}
