// A jthread asks its thread to stop, but the thread never looks at its stop token: the join never ends.
#include <atomic>
#include <thread>

std::atomic<bool> finished = false;

int main() {
  std::jthread worker([](std::stop_token) {
    while (!finished) {
    }
  });
}
