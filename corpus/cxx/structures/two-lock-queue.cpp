// The queue of Michael and Scott with two locks, one for each end: enqueuing and dequeuing do not disturb each other.
#include <cassert>
#include <mutex>
#include <thread>

struct Node {
  int value = 0;
  Node *next = nullptr;
};

class Queue {
  Node *head = new Node, *tail = head;
  std::mutex head_mutex, tail_mutex;

public:
  ~Queue() { delete head; }

  void enqueue(int value) {
    Node *node = new Node{value};
    std::lock_guard guard(tail_mutex);
    tail->next = node;
    tail = node;
  }

  int dequeue() {
    std::lock_guard guard(head_mutex);
    Node *next = head->next;
    if (next == nullptr)
      return 0;
    delete head;
    head = next;
    return next->value;
  }
};

int main() {
  Queue queue;
  std::thread worker([&queue] { queue.enqueue(1); });
  int first = queue.dequeue();
  worker.join();
  int second = queue.dequeue();
  assert(first + second == 1);
}
