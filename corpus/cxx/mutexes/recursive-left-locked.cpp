// The first thread ends as the owner of a recursive mutex. The second one is another thread, whatever numbers they have.
#include <mutex>
#include <thread>

std::recursive_mutex mutex;

int main() {
  std::thread([] { mutex.lock(); }).join();
  std::thread([] { mutex.lock(); }).join();
}
