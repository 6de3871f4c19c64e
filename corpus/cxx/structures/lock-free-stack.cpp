// A lock-free stack: two threads push nodes of their own, main pops and deletes them afterwards.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value;
  Node *next;
};

std::atomic<Node *> top = nullptr;

void push(int value) {
  Node *node = new Node{value, top.load()};
  while (!top.compare_exchange_strong(node->next, node)) {
  }
}

int main() {
  std::thread first(push, 1);
  std::thread second(push, 2);
  first.join();
  second.join();
  int sum = 0;
  while (Node *node = top.load()) {
    top = node->next;
    sum += node->value;
    delete node;
  }
  assert(sum == 3);
}
