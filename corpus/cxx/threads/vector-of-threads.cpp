// Threads kept in a vector, each of which adds to an atomic sum.
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::atomic<int> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 1; i <= 2; i++)
    threads.emplace_back([i, &sum] { sum += i; });
  for (std::thread &thread : threads)
    thread.join();
  assert(sum == 3);
}
