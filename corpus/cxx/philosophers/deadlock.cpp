// Three philosophers in C++ who take the left fork first.
#include <mutex>
#include <thread>
#include <vector>

std::mutex forks[3];

int main() {
  std::vector<std::thread> philosophers;
  for (int i = 0; i < 3; i++)
    philosophers.emplace_back([i] {
      std::lock_guard left(forks[i]);
      std::lock_guard right(forks[(i + 1) % 3]);
    });
  for (std::thread &philosopher : philosophers)
    philosopher.join();
}
