// The function that is called once calls itself through the same flag, and waits for its own end.
#include <mutex>
#include <thread>

std::once_flag flag;

void initialise() { std::call_once(flag, initialise); }

int main() {
  std::thread worker([] { std::call_once(flag, initialise); });
  worker.join();
}
