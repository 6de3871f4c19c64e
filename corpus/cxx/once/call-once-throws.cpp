// A function that throws has not run: the next one does.
#include <mutex>

std::once_flag once;
int count;

int main() {
  try {
    std::call_once(once, [] {
      count++;
      throw 1;
    });
  } catch (int) {
    count += 10;
  }
  std::call_once(once, [] { count += 100; });
  std::call_once(once, [] { count += 1000; });
  while (count != 111) {
  }
}
