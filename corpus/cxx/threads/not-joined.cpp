// A thread object is destroyed although its thread was neither joined nor detached: that terminates the program.
#include <thread>

int main() {
  std::thread forgotten([] {});
}
