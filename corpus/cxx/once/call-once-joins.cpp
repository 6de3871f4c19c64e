// The function that is called once waits for a thread that calls it too.
#include <mutex>
#include <thread>

std::once_flag flag;

void initialise() {
  std::thread helper([] { std::call_once(flag, [] {}); });
  helper.join();
}

int main() { std::call_once(flag, initialise); }
