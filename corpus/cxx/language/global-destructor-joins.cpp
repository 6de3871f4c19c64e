// The destructor of a global object joins a thread that may be waiting for a mutex which main has left locked.
#include <mutex>
#include <thread>

std::mutex mutex;

struct Background {
  std::thread worker{[] { std::lock_guard guard(mutex); }};
  ~Background() { worker.join(); }
};

Background background;

int main() { mutex.lock(); }
