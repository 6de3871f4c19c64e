// An object stops its own worker in its destructor: it tells it to, and joins it, on return and on an exception.
#include <cassert>
#include <semaphore.h>
#include <thread>

class Worker {
  sem_t stop;
  std::thread thread;

public:
  static inline int stopped = 0;

  Worker() {
    sem_init(&stop, 0, 0);
    thread = std::thread([this] { sem_wait(&stop); });
  }
  ~Worker() {
    sem_post(&stop);
    thread.join();
    sem_destroy(&stop);
    stopped++;
  }
};

int main() {
  { Worker worker; }
  try {
    Worker worker;
    throw 1;
  } catch (int) {
  }
  assert(Worker::stopped == 2);
}
