// A queue for one producer and one consumer as a template, with one place: each spins until the other has moved on.
#include <array>
#include <atomic>
#include <cassert>
#include <thread>

template <typename T, unsigned N> class Queue {
  std::array<T, N + 1> items{};
  std::atomic<unsigned> head = 0, tail = 0;

public:
  void push(const T &item) {
    unsigned t = tail, next = (t + 1) % (N + 1);
    while (next == head) {
    }
    items[t] = item;
    tail = next;
  }

  T pop() {
    unsigned h = head;
    while (h == tail) {
    }
    T item = items[h];
    head = (h + 1) % (N + 1);
    return item;
  }
};

int main() {
  Queue<int, 1> queue;
  std::thread producer([&queue] {
    for (int i = 0; i < 3; i++)
      queue.push(i);
  });
  for (int i = 0; i < 3; i++)
    assert(queue.pop() == i);
  producer.join();
}
