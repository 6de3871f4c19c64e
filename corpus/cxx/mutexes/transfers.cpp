// Money goes to and fro between three accounts, each with a mutex of its own; whoever needs several locks them together.
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int money = 10;
};

void transfer(Account &from, Account &to, int amount) {
  std::unique_lock<std::mutex> first(from.mutex, std::defer_lock);
  std::unique_lock<std::mutex> second(to.mutex, std::defer_lock);
  std::lock(first, second);
  from.money -= amount;
  to.money += amount;
}

int main() {
  Account here, there, elsewhere;
  std::thread worker(transfer, std::ref(here), std::ref(there), 3);
  transfer(there, here, 5);
  {
    std::scoped_lock all(elsewhere.mutex, there.mutex, here.mutex);
    assert(here.money + there.money + elsewhere.money == 30);
  }
  worker.join();
  assert(here.money == 12);
}
