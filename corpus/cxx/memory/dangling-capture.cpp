// A detached thread uses a local variable of a function by reference, which may have returned by then.
#include <atomic>
#include <thread>

std::atomic<int> result = 0;

void start() {
  int local = 5;
  std::thread([&local] { result = local; }).detach();
}

int main() { start(); }
