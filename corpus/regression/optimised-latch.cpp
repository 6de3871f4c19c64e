// With -O1 clang computes where the waiters of a latch are kept from its address, in the middle of the user's function.
#include <latch>
#include <thread>
int main() {
  std::latch done(2);
  int a = 0, b = 0;
  std::thread t([&] { a = 1; done.count_down(); });
  std::thread u([&] { b = 1; done.count_down(); });
  done.wait();
  t.join(); u.join();
  return a + b - 2;
}
