// A handler for a base class that there is twice catches nothing. That is not followed; it must not be taken for one that catches.
struct Base {};
struct Left : Base {};
struct Right : Base {};
struct Both : Left, Right {};

int main() {
  try {
    throw Both();
  } catch (Base &) {
    for (;;)
      ;
  } catch (...) {
  }
}
