// Types of the language are told apart at run time: std::any, dynamic_cast, handlers.
#include <any>
#include <cassert>
#include <typeinfo>

struct Left {
  virtual ~Left() {}
};
struct Right {
  virtual ~Right() {}
};
struct Both : Left, Right {};
struct Root {
  virtual ~Root() {}
};
struct First : virtual Root {};
struct Second : virtual Root {};
struct Last : First, Second {};

int main() {
  std::any any = 4;
  assert(std::any_cast<double>(&any) == nullptr && *std::any_cast<int>(&any) == 4);
  assert(typeid(int) != typeid(double));
  Both both;
  Left *left = &both;
  Right *right = &both;
  assert(dynamic_cast<Right *>(left) == right && dynamic_cast<Both *>(right) == &both);
  Left other;
  assert(dynamic_cast<Both *>(&other) == nullptr);
  Last last;
  Root *root = &last;
  assert(dynamic_cast<Second *>(root) == &last && dynamic_cast<Last *>(root) == &last);
  int caught = 0;
  try {
    throw 4;
  } catch (long) {
    caught = 1;
  } catch (int) {
    caught = 2;
  }
  assert(caught == 2);
}
