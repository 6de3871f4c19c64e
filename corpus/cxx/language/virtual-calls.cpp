// Virtual functions with several bases, called through pointers to the bases, in two threads.
#include <cassert>
#include <memory>
#include <thread>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};

struct Named {
  virtual ~Named() = default;
  virtual char initial() const { return '?'; }
};

struct Square : Shape, Named {
  int side;
  explicit Square(int n) : side(n) {}
  int area() const override { return side * side; }
  char initial() const override { return 's'; }
};

struct Doubled : Square {
  using Square::Square;
  int area() const override { return 2 * Square::area(); }
};

int main() {
  std::unique_ptr<Shape> shape = std::make_unique<Doubled>(3);
  std::thread worker([&shape] { assert(shape->area() == 18); });
  Square square(2);
  Named &named = square;
  assert(named.initial() == 's' && static_cast<Shape &>(square).area() == 4);
  worker.join();
}
