// A virtual function that is called under the lock of its base class calls back into the base class, which locks again.
#include <mutex>

class Subject {
  std::mutex mutex;
  int value = 0;

public:
  virtual ~Subject() = default;
  virtual void changed() {}

  int get() {
    std::lock_guard guard(mutex);
    return value;
  }

  void set(int n) {
    std::lock_guard guard(mutex);
    value = n;
    changed();
  }
};

class Watched : public Subject {
  int last = 0;
  void changed() override { last = get(); }
};

int main() {
  Watched watched;
  watched.set(1);
}
