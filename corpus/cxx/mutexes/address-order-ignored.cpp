// One thread locks two accounts in the order of their addresses, the other one as it likes: they may meet.
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 1;
};

void transfer(Account &from, Account &to) {
  std::lock_guard first(from.mutex);
  std::lock_guard second(to.mutex);
  --from.balance;
  ++to.balance;
}

int main() {
  Account one, other;
  std::thread worker([&] {
    if (&one < &other)
      transfer(one, other);
    else
      transfer(other, one);
  });
  transfer(other, one);
  worker.join();
  return one.balance - 1;
}
