// The same with a recursive mutex, which its holder may take again; another thread uses the account meanwhile.
#include <cassert>
#include <mutex>
#include <thread>

class Account {
  std::recursive_mutex mutex;
  int balance = 0;

public:
  int deposit(int amount) {
    std::lock_guard guard(mutex);
    return balance += amount;
  }

  int transfer_back(int amount) {
    std::lock_guard guard(mutex);
    return deposit(-amount);
  }
};

int main() {
  Account account;
  std::thread worker([&account] { account.deposit(2); });
  account.transfer_back(1);
  worker.join();
  assert(account.deposit(0) == 1);
}
