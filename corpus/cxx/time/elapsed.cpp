// Loops that wait until a time has passed, as C++ programs write them.
#include <cassert>
#include <chrono>
#include <iostream>
#include <thread>

int main() {
  using namespace std::chrono;
  using namespace std::chrono_literals;
  auto start = steady_clock::now();
  while (steady_clock::now() - start < 10ms)
    std::this_thread::yield();
  std::cout << duration_cast<milliseconds>(steady_clock::now() - start).count() << "\n";
  while (duration_cast<milliseconds>(steady_clock::now() - start).count() < 30)
    std::this_thread::sleep_for(5ms);
  assert(steady_clock::now() - start >= 30ms);
}
