// A jthread joins its thread when it is destroyed, so what the thread wrote is there at the end of the block.
#include <cassert>
#include <thread>

int main() {
  int value = 0;
  {
    std::jthread worker([&value] { value = 3; });
  }
  assert(value == 3);
}
