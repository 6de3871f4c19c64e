// Two threads copy and drop a shared pointer: the object is destroyed once, with the last of them.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

std::atomic<int> destroyed = 0;

struct Object {
  int value = 9;
  ~Object() { destroyed++; }
};

int main() {
  auto object = std::make_shared<Object>();
  std::weak_ptr<Object> weak = object;
  std::thread worker([copy = object] { assert(copy->value == 9); });
  object.reset();
  worker.join();
  assert(destroyed == 1 && weak.expired());
}
