// Two threads move money between two accounts on the stack, in opposite directions, and lock the one that gives it first.
#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int money = 10;
};

void transfer(Account &from, Account &to) {
  std::lock_guard<std::mutex> first(from.mutex);
  std::lock_guard<std::mutex> second(to.mutex);
  from.money--;
  to.money++;
}

int main() {
  Account here, there;
  std::thread one(transfer, std::ref(here), std::ref(there));
  std::thread other(transfer, std::ref(there), std::ref(here));
  one.join();
  other.join();
}
