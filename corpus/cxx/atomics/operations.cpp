// Operations on atomic integers, pointers, booleans and a small structure.
#include <atomic>
#include <cassert>

struct Pair {
  int first, second;
};

int main() {
  std::atomic<int> n{4};
  assert(n++ == 4 && ++n == 6 && (n -= 2) == 4 && n.fetch_or(3) == 4 && n.exchange(1) == 7);
  int numbers[] = {1, 2, 3};
  std::atomic<int *> p = numbers;
  assert(*p.fetch_add(2) == 1 && **&p == 3 && *--p == 2);
  std::atomic<bool> b = false;
  bool expected = false;
  assert(b.compare_exchange_strong(expected, true) && b);
  std::atomic<Pair> pair(Pair{1, 2});
  Pair old = pair.exchange(Pair{3, 4});
  assert(old.first + old.second == 3 && pair.load().second == 4);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
