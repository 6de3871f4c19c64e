// Threads make their names by streams that write to strings, and one is read again.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex mutex;
std::map<std::string, int> rounds;

void work(int number) {
  std::ostringstream name;
  name << "worker-" << std::setw(3) << std::setfill('0') << number;
  std::lock_guard<std::mutex> guard(mutex);
  rounds[name.str()] += number;
  std::cout << name.str() << " is done" << std::endl;
}

int main() {
  std::thread first(work, 7), second(work, -12);
  first.join();
  second.join();
  assert(rounds.size() == 2 && rounds["worker-007"] == 7 && rounds["worker--12"] == -12);

  std::ostringstream formatted;
  formatted << std::hex << std::showbase << 255 << ' ' << std::oct << 8u << std::dec << std::noshowbase << std::setfill('*')
            << std::internal << std::setw(5) << -3 << std::left << std::setw(4) << "ab" << std::boolalpha << true << 'c' << -1L;
  assert(formatted.str() == "0xff 010-***3ab**truec-1" && formatted.good());
  formatted.str("");
  formatted << std::string("again");
  assert(formatted.str() == "again");

  std::stringstream both;
  both << 12 << " -7 word\nrest of it";
  int positive = 0, negative = 0;
  std::string word, line;
  both >> positive >> negative >> word;
  assert(positive == 12 && negative == -7 && word == "word");
  std::getline(both, line);
  assert(line.empty() && std::getline(both, line) && line == "rest of it" && both.eof());
  assert(!std::getline(both, line) && both.fail());

  std::istringstream numbers("3 4 x");
  int sum = 0;
  for (int number; numbers >> number;) {
    sum += number;
  }
  while (sum != 7) {
  }
}
