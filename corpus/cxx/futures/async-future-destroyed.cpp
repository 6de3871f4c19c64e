// The future of an asynchronous call waits for the call when it is destroyed: main never comes to set the flag.
#include <atomic>
#include <future>

std::atomic<bool> go = false;

int main() {
  {
    auto future = std::async(std::launch::async, [] {
      while (!go) {
      }
    });
  }
  go = true;
}
