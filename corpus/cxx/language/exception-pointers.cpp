// An exception is kept, and thrown again in two threads at a time; its object ends with the last one who knows it.
#include <atomic>
#include <cassert>
#include <exception>
#include <thread>

std::atomic<int> objects{0};
std::atomic<int> caught{0};

struct Trouble {
  Trouble() { ++objects; }
  Trouble(const Trouble &) { ++objects; }
  ~Trouble() { --objects; }
};

void look(std::exception_ptr kept) {
  try {
    std::rethrow_exception(kept);
  } catch (const Trouble &) {
    assert(objects == 1);
    ++caught;
  }
}

int main() {
  {
    std::exception_ptr kept;
    try {
      throw Trouble();
    } catch (...) {
      kept = std::current_exception();
    }
    std::thread other([&kept] { look(kept); });
    look(kept);
    other.join();
  }
  assert(caught == 2 && objects == 0 && std::current_exception() == nullptr);
}
