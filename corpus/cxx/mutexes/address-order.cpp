// Two accounts on the heap are locked in the order of their addresses, whichever that is.
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 1;
};

void transfer(Account &from, Account &to) {
  bool is_first = std::less<Account *>()(&from, &to);
  std::lock_guard first(is_first ? from.mutex : to.mutex);
  std::lock_guard second(is_first ? to.mutex : from.mutex);
  --from.balance;
  ++to.balance;
}

int main() {
  auto one = std::make_unique<Account>();
  auto other = std::make_unique<Account>();
  std::thread worker([&] { transfer(*one, *other); });
  transfer(*other, *one);
  worker.join();
  return one->balance - 1;
}
