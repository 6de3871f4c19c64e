// With -O1 what the thread does stands in the middle of a function of the library, and still it is the program that reads the clock:
// both readings may show times that differ by little.
#include <chrono>
#include <thread>

int main()
{
  std::thread impatient([] {
    auto begin = std::chrono::steady_clock::now();
    auto end = std::chrono::steady_clock::now();
    if (end - begin > std::chrono::nanoseconds(0) && end - begin < std::chrono::seconds(1)) {
      while (true) {
        std::this_thread::yield();
      }
    }
  });
  impatient.join();
}
