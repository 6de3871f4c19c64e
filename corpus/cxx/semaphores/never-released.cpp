// A thread acquires more permits than are ever released.
#include <semaphore>
#include <thread>

std::counting_semaphore<4> permits(1);

int main() {
  std::thread worker([] {
    for (int i = 0; i < 3; i++)
      permits.acquire();
  });
  permits.release();
  worker.join();
}
