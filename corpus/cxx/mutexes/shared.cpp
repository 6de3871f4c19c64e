// A shared mutex: two readers together, a writer alone, and nobody sees half of a change.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int x = 0, y = 0;

void look() {
  std::shared_lock lock(mutex);
  assert(x == y);
}

int main() {
  std::thread first(look);
  std::thread second(look);
  {
    std::unique_lock lock(mutex);
    x++;
    y++;
  }
  first.join();
  second.join();
}
