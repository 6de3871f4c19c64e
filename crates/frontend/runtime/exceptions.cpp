// The classes of exceptions: <exception>, <stdexcept>, <new>, <typeinfo>, <functional> and <memory>.
//
// Those with a text keep a copy of it, which is eight bytes for them as it is in libstdc++.
//
//: _ZTISt9exception
//: _ZTVSt9exception
//: _ZNSt9exception*
//: _ZNKSt9exception4whatEv
//: _ZTISt13bad_exception
//: _ZTVSt13bad_exception
//: _ZNSt13bad_exception*
//: _ZNKSt13bad_exception4whatEv
//: _ZTISt9bad_alloc
//: _ZTVSt9bad_alloc
//: _ZNSt9bad_alloc*
//: _ZNKSt9bad_alloc4whatEv
//: _ZTISt20bad_array_new_length
//: _ZTVSt20bad_array_new_length
//: _ZNSt20bad_array_new_length*
//: _ZNKSt20bad_array_new_length4whatEv
//: _ZTISt8bad_cast
//: _ZTVSt8bad_cast
//: _ZNSt8bad_cast*
//: _ZNKSt8bad_cast4whatEv
//: _ZTISt10bad_typeid
//: _ZTVSt10bad_typeid
//: _ZNSt10bad_typeid*
//: _ZNKSt10bad_typeid4whatEv
//: _ZTISt17bad_function_call
//: _ZTVSt17bad_function_call
//: _ZNSt17bad_function_call*
//: _ZNKSt17bad_function_call4whatEv
//: _ZTISt12bad_weak_ptr
//: _ZTVSt12bad_weak_ptr
//: _ZNSt12bad_weak_ptr*
//: _ZNKSt12bad_weak_ptr4whatEv
//: _ZTISt16nested_exception
//: _ZTVSt16nested_exception
//: _ZNSt16nested_exception*
//: _ZTISt11logic_error
//: _ZTVSt11logic_error
//: _ZNSt11logic_error*
//: _ZNKSt11logic_error4whatEv
//: _ZTISt12domain_error
//: _ZTVSt12domain_error
//: _ZNSt12domain_error*
//: _ZTISt16invalid_argument
//: _ZTVSt16invalid_argument
//: _ZNSt16invalid_argument*
//: _ZTISt12length_error
//: _ZTVSt12length_error
//: _ZNSt12length_error*
//: _ZTISt12out_of_range
//: _ZTVSt12out_of_range
//: _ZNSt12out_of_range*
//: _ZTISt13runtime_error
//: _ZTVSt13runtime_error
//: _ZNSt13runtime_error*
//: _ZNKSt13runtime_error4whatEv
//: _ZTISt11range_error
//: _ZTVSt11range_error
//: _ZNSt11range_error*
//: _ZTISt14overflow_error
//: _ZTVSt14overflow_error
//: _ZNSt14overflow_error*
//: _ZTISt15underflow_error
//: _ZTVSt15underflow_error
//: _ZNSt15underflow_error*

#include "exceptions.h"

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }

#define MEMBERS_WITHOUT_TEXT(NAME, TEXT)                                                                               \
  NAME::~NAME() noexcept {}                                                                                            \
  const char *NAME::what() const noexcept { return TEXT; }

MEMBERS_WITHOUT_TEXT(bad_exception, "std::bad_exception")
MEMBERS_WITHOUT_TEXT(bad_alloc, "std::bad_alloc")
MEMBERS_WITHOUT_TEXT(bad_array_new_length, "std::bad_array_new_length")
MEMBERS_WITHOUT_TEXT(bad_cast, "std::bad_cast")
MEMBERS_WITHOUT_TEXT(bad_typeid, "std::bad_typeid")
MEMBERS_WITHOUT_TEXT(bad_function_call, "bad_function_call")
MEMBERS_WITHOUT_TEXT(bad_weak_ptr, "bad_weak_ptr")

namespace __exception_ptr {
class exception_ptr {
  void *object;

public:
  ~exception_ptr() {
    if (object)
      _M_release();
  }
  void _M_release() noexcept;
};
} // namespace __exception_ptr

class nested_exception {
  __exception_ptr::exception_ptr nested;

public:
  virtual ~nested_exception() noexcept;
};

nested_exception::~nested_exception() noexcept {}

static const char *copy(const char *text, unsigned long size) {
  char *copied = static_cast<char *>(malloc(size + 1));
  memcpy(copied, text, size);
  copied[size] = 0;
  return copied;
}

static const char *copy(const char *text) { return copy(text, strlen(text)); }

#define MEMBERS_WITH_TEXT(NAME)                                                                                        \
  NAME::NAME(const string &given) : text(copy(given.data, given.size)) {}                                              \
  NAME::NAME(const char *given) : text(copy(given)) {}                                                                 \
  NAME::NAME(const NAME &other) noexcept : exception(), text(copy(other.text)) {}                                      \
  NAME::NAME(NAME &&other) noexcept : exception(), text(copy(other.text)) {}                                           \
  NAME &NAME::operator=(const NAME &other) noexcept {                                                                  \
    const char *copied = copy(other.text);                                                                             \
    free(const_cast<char *>(text));                                                                                    \
    text = copied;                                                                                                     \
    return *this;                                                                                                      \
  }                                                                                                                    \
  NAME &NAME::operator=(NAME &&other) noexcept { return *this = static_cast<const NAME &>(other); }                    \
  NAME::~NAME() noexcept { free(const_cast<char *>(text)); }                                                           \
  const char *NAME::what() const noexcept { return text; }

MEMBERS_WITH_TEXT(logic_error)
MEMBERS_WITH_TEXT(runtime_error)

#define MEMBERS_OF_KIND(NAME, BASE)                                                                                    \
  NAME::NAME(const string &given) : BASE(given) {}                                                                     \
  NAME::NAME(const char *given) : BASE(given) {}                                                                       \
  NAME::~NAME() noexcept {}

MEMBERS_OF_KIND(domain_error, logic_error)
MEMBERS_OF_KIND(invalid_argument, logic_error)
MEMBERS_OF_KIND(length_error, logic_error)
MEMBERS_OF_KIND(out_of_range, logic_error)
MEMBERS_OF_KIND(range_error, runtime_error)
MEMBERS_OF_KIND(overflow_error, runtime_error)
MEMBERS_OF_KIND(underflow_error, runtime_error)

} // namespace std
