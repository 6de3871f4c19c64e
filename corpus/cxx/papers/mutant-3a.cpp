// MUTANT, figure 3a, in C++: two philosophers who try for their forks, and put the left one back if the right is taken.
#include <mutex>
#include <thread>

std::mutex forks[2];

void philosopher(int left, int right) {
  while (true) {
    std::unique_lock first(forks[left], std::try_to_lock);
    if (!first)
      continue;
    std::unique_lock second(forks[right], std::try_to_lock);
    if (second)
      return;
  }
}

int main() {
  std::thread a(philosopher, 0, 1);
  std::thread b(philosopher, 1, 0);
  a.join();
  b.join();
}
