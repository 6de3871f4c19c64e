// The mistake of DIVINE's queue test: reader and writer keep the size in an atomic variable, but change it by a load
// and a store. A change is lost, the writer holds the empty queue for full, and both wait for ever.
#include <atomic>
#include <thread>

std::atomic<int> pushed = 0, popped = 0, size = 0;

void write_all() {
  for (int i = 0; i < 2; i++) {
    while (size >= 1) {
    }
    pushed++;
    size = size + 1;
  }
}

void read_all() {
  for (int i = 0; i < 2; i++) {
    while (pushed == popped) {
    }
    popped++;
    size = size - 1;
  }
}

int main() {
  std::thread writer(write_all);
  std::thread reader(read_all);
  writer.join();
  reader.join();
}
