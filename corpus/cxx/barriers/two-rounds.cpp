// Two threads meet at a barrier twice, and a function runs each time when both have come and before they go on.
#include <barrier>
#include <cassert>
#include <thread>

int rounds = 0;

struct Complete {
  void operator()() noexcept { rounds++; }
};

std::barrier<Complete> meeting(2);

void party() {
  for (int i = 1; i <= 2; i++) {
    meeting.arrive_and_wait();
    assert(rounds >= i);
  }
}

int main() {
  std::thread worker(party);
  party();
  worker.join();
  assert(rounds == 2);
}
