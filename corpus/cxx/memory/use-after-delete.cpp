// An object is used after it was deleted.
struct Node {
  int value;
  Node *next;
};

int main() {
  Node *list = new Node{1, new Node{2, nullptr}};
  int sum = 0;
  for (Node *node = list; node != nullptr; node = node->next) {
    sum += node->value;
    delete node;
  }
  return sum == 3 ? 0 : 1;
}
