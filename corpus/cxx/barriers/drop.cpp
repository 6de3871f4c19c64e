// One of two threads drops out after the first round and says so: the other one does the second round alone.
#include <barrier>
#include <thread>

std::barrier meeting(2);

int main() {
  std::thread first([] { meeting.arrive_and_drop(); });
  std::thread second([] {
    meeting.arrive_and_wait();
    meeting.arrive_and_wait();
  });
  first.join();
  second.join();
}
