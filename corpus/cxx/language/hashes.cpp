// The hashes of strings and of floating-point numbers are those of libstdc++.
#include <cassert>
#include <functional>
#include <string>

int main() {
  std::hash<std::string> hash;
  assert(hash("") == 6142509188972423790ul);
  assert(hash("a") == 4993892634952068459ul);
  assert(hash("unhang") == 14962127865413520017ul);
  assert(hash("12345678") == 10113836418918046885ul);
  assert(hash("does this program finish?") == 16854450092076860844ul);
  assert(hash("\xff\x80") == 14429425693954762951ul);
  assert(std::hash<double>()(1.5) == 4982507072649106663ul);
  assert(std::hash<double>()(-0.0) == std::hash<double>()(0.0));
}
