// Two threads call a function once together, and both see its effect.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag flag;
int made = 0;

void use() {
  std::call_once(flag, [] { made++; });
  assert(made == 1);
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
