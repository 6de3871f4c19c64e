// Two threads take turns by two binary semaphores, of which each is acquired by one thread only.
#include <cassert>
#include <semaphore>
#include <thread>

std::binary_semaphore ping(0), pong(0);
int value = 0;

int main() {
  std::thread worker([] {
    ping.acquire();
    value *= 2;
    pong.release();
  });
  value = 21;
  ping.release();
  pong.acquire();
  assert(value == 42);
  worker.join();
}
