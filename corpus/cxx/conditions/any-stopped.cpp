// A wait that a stop request ends: the jthread is asked to stop at the end of main, and leaves its wait.
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

std::mutex mutex;
std::condition_variable_any condition;
bool ready = false;

int main() {
  std::jthread waiter([](std::stop_token token) {
    std::unique_lock lock(mutex);
    condition.wait(lock, token, [] { return ready; });
  });
}
