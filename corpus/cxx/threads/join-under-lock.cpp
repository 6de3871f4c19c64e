// An object's stop function joins the worker while it holds the lock that the worker needs for its last report.
#include <mutex>
#include <thread>

class Service {
  std::mutex mutex;
  int reports = 0;
  std::thread worker{[this] { report(); }};

  void report() {
    std::lock_guard guard(mutex);
    reports++;
  }

public:
  void stop() {
    std::lock_guard guard(mutex);
    worker.join();
  }
};

int main() {
  Service service;
  service.stop();
}
