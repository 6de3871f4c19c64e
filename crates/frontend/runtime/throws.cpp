// The functions with which libstdc++ throws, where somebody catches exceptions.
//
//: _ZSt17__throw_bad_allocv
//: _ZSt28__throw_bad_array_new_lengthv
//: _ZSt16__throw_bad_castv
//: _ZSt18__throw_bad_typeidv
//: _ZSt21__throw_bad_exceptionv
//: _ZSt25__throw_bad_function_callv
//: _ZSt19__throw_logic_errorPKc
//: _ZSt20__throw_domain_errorPKc
//: _ZSt24__throw_invalid_argumentPKc
//: _ZSt20__throw_length_errorPKc
//: _ZSt20__throw_out_of_rangePKc
//: _ZSt24__throw_out_of_range_fmtPKcz
//: _ZSt21__throw_runtime_errorPKc
//: _ZSt19__throw_range_errorPKc
//: _ZSt22__throw_overflow_errorPKc
//: _ZSt23__throw_underflow_errorPKc
//: _ZSt20__throw_system_errori
//: _ZSt20__throw_future_errori
//: __cxa_bad_cast
//: __cxa_bad_typeid
//: __cxa_throw_bad_array_new_length
//: _ZNSt6thread4joinEv
//: _ZNSt6thread6detachEv

#include "exceptions.h"

extern "C" {
int pthread_join(unsigned long, void **);
int pthread_detach(unsigned long);
}

namespace std {

#define THROWS(NAME)                                                                                                   \
  void __throw_##NAME() { throw NAME(); }
#define THROWS_WITH_TEXT(NAME)                                                                                         \
  void __throw_##NAME(const char *text) { throw NAME(text); }

THROWS(bad_alloc)
THROWS(bad_array_new_length)
THROWS(bad_cast)
THROWS(bad_typeid)
THROWS(bad_exception)
THROWS(bad_function_call)
THROWS_WITH_TEXT(logic_error)
THROWS_WITH_TEXT(domain_error)
THROWS_WITH_TEXT(invalid_argument)
THROWS_WITH_TEXT(length_error)
THROWS_WITH_TEXT(out_of_range)
THROWS_WITH_TEXT(runtime_error)
THROWS_WITH_TEXT(range_error)
THROWS_WITH_TEXT(overflow_error)
THROWS_WITH_TEXT(underflow_error)

// The numbers are left out of the text.
void __throw_out_of_range_fmt(const char *text, ...) { throw out_of_range(text); }

void __throw_system_error(int value) { throw system_error(__unhang_error(value), {value, &generic_category()}); }
void __throw_future_error(int value) { throw future_error(__unhang_future_error(value), {value, &future_category()}); }

class thread {
  unsigned long id;

public:
  void join();
  void detach();
};

void thread::join() {
  const int invalid = 22;
  const int error = id ? pthread_join(id, nullptr) : invalid;
  if (error)
    __throw_system_error(error);
  id = 0;
}

void thread::detach() {
  const int invalid = 22;
  const int error = id ? pthread_detach(id) : invalid;
  if (error)
    __throw_system_error(error);
  id = 0;
}

} // namespace std

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
