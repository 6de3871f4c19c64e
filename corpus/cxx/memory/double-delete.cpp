// Two owners of the same object both delete it.
struct Owner {
  int *object;
  explicit Owner(int *o) : object(o) {}
  ~Owner() { delete object; }
};

int main() {
  Owner first(new int(1));
  Owner second(first.object);
}
