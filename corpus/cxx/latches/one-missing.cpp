// A latch for three that is counted down by two: whoever waits there waits for ever.
#include <latch>
#include <thread>

std::latch done(3);

int main() {
  std::thread first([] { done.arrive_and_wait(); });
  std::thread second([] { done.count_down(); });
  second.join();
  first.join();
}
