// A jthread asks its thread to stop before it joins it; the thread looks at the stop token in its loop.
#include <atomic>
#include <thread>

std::atomic<int> rounds = 0;

int main() {
  std::jthread worker([](std::stop_token token) {
    while (!token.stop_requested())
      rounds = !rounds;
  });
}
