// A handler for a base class that there is twice catches nothing; the next one does.
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
