// An exception that leaves the function of a thread terminates the program, whoever could catch it elsewhere.
#include <thread>

int main() {
  try {
    std::thread worker([] { throw 1; });
    worker.join();
  } catch (int) {
  }
}
