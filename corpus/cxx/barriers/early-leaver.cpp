// One of two threads leaves after the first round without saying so, and the other one waits for it for ever.
#include <barrier>
#include <thread>

std::barrier meeting(2);

void party(int rounds) {
  for (int i = 0; i < rounds; i++)
    meeting.arrive_and_wait();
}

int main() {
  std::thread first(party, 1);
  std::thread second(party, 2);
  first.join();
  second.join();
}
