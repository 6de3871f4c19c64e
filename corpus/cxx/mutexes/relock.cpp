// A member function takes the mutex and calls another one that takes it too.
#include <mutex>

class Account {
  std::mutex mutex;
  int balance = 0;

public:
  void deposit(int amount) {
    std::lock_guard guard(mutex);
    balance += amount;
  }

  void transfer_back(int amount) {
    std::lock_guard guard(mutex);
    deposit(-amount);
  }
};

int main() {
  Account account;
  account.deposit(2);
  account.transfer_back(1);
}
