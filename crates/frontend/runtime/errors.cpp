// <system_error>, and the errors of <future>: categories of errors, and the exceptions that carry an error of one.
//
//: _ZNSt3_V214error_category*
//: _ZNKSt3_V214error_category*
//: _ZTINSt3_V214error_categoryE
//: _ZTVNSt3_V214error_categoryE
//: _ZNSt3_V216generic_categoryEv
//: _ZNSt3_V215system_categoryEv
//: _ZSt15future_categoryv
//: _ZTISt12system_error
//: _ZTVSt12system_error
//: _ZNSt12system_error*
//: _ZTISt12future_error
//: _ZTVSt12future_error
//: _ZNSt12future_error*
//: _ZNKSt12future_error4whatEv
//: _ZSt14__unhang_errori
//: _ZSt21__unhang_future_errori
//: _ZNKSt10error_code23default_error_conditionEv

#include "exceptions.h"

namespace std {

// What older programs would get instead of a string.
struct __cow_string {
  const char *text;
  ~__cow_string() {}
};

inline namespace _V2 {

error_category::~error_category() {}
__cow_string error_category::_M_message(int) const { return __cow_string{nullptr}; }
error_condition error_category::default_error_condition(int value) const noexcept {
  return error_condition{value, this};
}
bool error_category::equivalent(int value, const error_condition &condition) const noexcept {
  const error_condition own = default_error_condition(value);
  return own.category == condition.category && own.value == condition.value;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
  return code.category == this && code.value == value;
}

} // namespace _V2

error_condition error_code::default_error_condition() const noexcept {
  return category->default_error_condition(value);
}

const char *__unhang_error(int value) {
  switch (value) {
  case 0:
    return "Success";
  case 1:
    return "Operation not permitted";
  case 2:
    return "No such file or directory";
  case 3:
    return "No such process";
  case 4:
    return "Interrupted system call";
  case 11:
    return "Resource temporarily unavailable";
  case 12:
    return "Cannot allocate memory";
  case 16:
    return "Device or resource busy";
  case 22:
    return "Invalid argument";
  case 35:
    return "Resource deadlock avoided";
  case 110:
    return "Connection timed out";
  default:
    return "Unknown error";
  }
}

const char *__unhang_future_error(int value) {
  switch (value) {
  case 1:
    return "std::future_error: Future already retrieved";
  case 2:
    return "std::future_error: Promise already satisfied";
  case 3:
    return "std::future_error: No associated state";
  case 4:
    return "std::future_error: Broken promise";
  default:
    return "std::future_error: Unknown error";
  }
}

namespace {

class of_errno : public error_category {
  const char *own_name;

public:
  constexpr of_errno(const char *given = "generic") : own_name(given) {}
  const char *name() const noexcept override { return own_name; }
  string message(int value) const override { return string(__unhang_error(value), 0); }
};

// Errors of the system that have numbers of errno are those errors.
class of_system : public of_errno {
public:
  constexpr of_system() : of_errno("system") {}
  error_condition default_error_condition(int value) const noexcept override {
    return error_condition{value, &generic_category()};
  }
};

class of_futures : public error_category {
public:
  constexpr of_futures() {}
  const char *name() const noexcept override { return "future"; }
  string message(int value) const override {
    return string(__unhang_future_error(value) + sizeof("std::future_error: ") - 1, 0);
  }
};

// They are there before anything runs, and are never destroyed.
[[clang::no_destroy]] of_errno generic;
[[clang::no_destroy]] of_system of_the_system;
[[clang::no_destroy]] of_futures futures;

} // namespace

inline namespace _V2 {
const error_category &generic_category() noexcept { return generic; }
const error_category &system_category() noexcept { return of_the_system; }
} // namespace _V2
const error_category &future_category() noexcept { return futures; }

system_error::~system_error() noexcept {}
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }

} // namespace std
