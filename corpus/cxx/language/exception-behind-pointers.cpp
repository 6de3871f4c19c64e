// What is thrown behind a function pointer, in a virtual function, in a callback of the library and behind functions that throw
// nothing themselves arrives where it is caught, and ends the wait there.
#include <cstdlib>
#include <mutex>

struct Task {
  virtual void run(int n) = 0;
};
struct Quiet : Task {
  void run(int) override {}
};
struct Loud : Task {
  void run(int n) override { throw n; }
};

void quiet(long, long) {}
void loud(long n, long) { throw n; }
void (*functions[])(long, long) = {quiet, loud};

void passes_on(Task* task) { task->run(3); }

int compare(const void* left, const void* right) {
  if (*static_cast<const int*>(left) != *static_cast<const int*>(right)) throw 4;
  return 0;
}

int main() {
  Quiet quiet_task;
  Loud loud_task;
  Task* tasks[] = {&quiet_task, &loud_task};
  int caught = 0;
  for (Task* task : tasks) {
    try {
      passes_on(task);
    } catch (int) {
      caught++;
    }
  }
  for (auto function : functions) {
    try {
      function(1, 2);
    } catch (long) {
      caught++;
    }
  }
  std::once_flag once;
  try {
    std::call_once(once, [] { throw 'x'; });
  } catch (char) {
    caught++;
  }
  int numbers[] = {1, 2};
  try {
    std::qsort(numbers, 2, sizeof(int), compare);
  } catch (int) {
    caught++;
  }
  while (caught != 4) {
  }
}
