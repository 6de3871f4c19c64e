// A callback that is registered with a stop token runs once, when the stop is requested.
#include <cassert>
#include <stop_token>
#include <thread>

int main() {
  int called = 0;
  std::stop_source source;
  {
    std::stop_callback callback(source.get_token(), [&called] { called++; });
    std::thread requester([&source] { assert(source.request_stop()); });
    requester.join();
    assert(!source.request_stop());
  }
  assert(called == 1 && source.get_token().stop_requested());
}
