// Counting locks all stripes in order, but an insertion locks its own stripe first and then all others to make room.
#include <array>
#include <mutex>
#include <thread>

class HashSet {
  static constexpr int stripes = 2;
  std::array<std::mutex, stripes> mutexes;
  int capacity = 1, used = 0;

public:
  void insert(int key) {
    int own = key % stripes;
    std::lock_guard guard(mutexes[own]);
    for (int i = 0; i < stripes; i++)
      if (i != own)
        mutexes[i].lock();
    if (used == capacity)
      capacity *= 2;
    used++;
    for (int i = 0; i < stripes; i++)
      if (i != own)
        mutexes[i].unlock();
  }

  int size() {
    for (std::mutex &mutex : mutexes)
      mutex.lock();
    int result = used;
    for (std::mutex &mutex : mutexes)
      mutex.unlock();
    return result;
  }
};

int main() {
  HashSet set;
  std::thread worker([&set] { set.insert(1); });
  set.size();
  worker.join();
}
