// The same as optimised-latch.cpp, but one of the threads does not count down.
#include <latch>
#include <thread>
int main() {
  std::latch done(2);
  int a = 0, b = 0;
  std::thread t([&] { a = 1; done.count_down(); });
  std::thread u([&] { b = 1; });
  done.wait();
  t.join(); u.join();
  return a + b - 2;
}
