// What is written to a stream is read: here it has been deleted.
#include <iostream>

int main() {
  char *text = new char[2]{'a', '\0'};
  delete[] text;
  std::cout << text << std::endl;
}
