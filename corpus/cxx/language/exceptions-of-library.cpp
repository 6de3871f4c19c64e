// Exceptions that the library throws are caught by their types, with what they say.
#include <cassert>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

int main() {
  int caught = 0;
  try {
    std::vector<int>{1, 2}.at(7);
  } catch (const std::out_of_range &) {
    caught |= 1;
  }
  try {
    throw std::runtime_error("reason");
  } catch (const std::exception &error) {
    assert(std::strcmp(error.what(), "reason") == 0);
    caught |= 2;
  }
  try {
    std::map<int, int>().at(3);
  } catch (const std::logic_error &) {
    caught |= 4;
  }
  try {
    std::function<void()>()();
  } catch (const std::bad_function_call &) {
    caught |= 8;
  }
  try {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    lock.lock();
  } catch (const std::system_error &error) {
    assert(error.code() == std::errc::resource_deadlock_would_occur);
    caught |= 16;
  }
  try {
    std::thread().join();
  } catch (const std::system_error &error) {
    assert(error.code() == std::errc::invalid_argument);
    caught |= 32;
  }
  try {
    try {
      throw std::invalid_argument(std::string("a text that is too long for the string itself"));
    } catch (...) {
      throw;
    }
  } catch (const std::invalid_argument &error) {
    assert(std::strlen(error.what()) == 45);
    caught |= 64;
  }
  assert(caught == 127);
}
