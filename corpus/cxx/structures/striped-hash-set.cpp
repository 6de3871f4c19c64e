// A hash set with striped locks: an insertion locks one stripe, counting locks all of them in order.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

class HashSet {
  static constexpr int stripes = 2, buckets = 4;
  std::array<std::mutex, stripes> mutexes;
  std::array<bool, buckets> present{};

public:
  bool insert(int key) {
    int bucket = key % buckets;
    std::lock_guard guard(mutexes[bucket % stripes]);
    bool is_new = !present[bucket];
    present[bucket] = true;
    return is_new;
  }

  int size() {
    int count = 0;
    for (std::mutex &mutex : mutexes)
      mutex.lock();
    for (bool is_present : present)
      count += is_present;
    for (std::mutex &mutex : mutexes)
      mutex.unlock();
    return count;
  }
};

int main() {
  HashSet set;
  bool first = false;
  std::thread worker([&] { first = set.insert(1); });
  bool second = set.insert(1);
  assert(set.size() == 1);
  worker.join();
  assert(first != second && set.size() == 1);
}
