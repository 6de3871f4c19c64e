// The classes of exceptions and of errors, as libstdc++ lays them out, but for what they keep inside.

extern "C" {
void *malloc(unsigned long);
void free(void *);
unsigned long strlen(const char *);
void *memcpy(void *, const void *, unsigned long);
}

void *operator new(unsigned long);

namespace std {

template <typename> struct char_traits;
template <typename> class allocator;

inline namespace __cxx11 __attribute__((__abi_tag__("cxx11"))) {
template <typename Character, typename Traits = char_traits<Character>, typename Allocator = allocator<Character>>
class basic_string {
public:
  Character *data;
  unsigned long size;
  union {
    Character local[16];
    unsigned long capacity;
  };

  // Of this and the next ones libstdc++ has none with such parameters.
  basic_string(const Character *text, int) : data(local), size(strlen(text)) {
    if (size > 15) {
      data = static_cast<Character *>(operator new(size + 1));
      capacity = size;
    }
    memcpy(data, text, size + 1);
  }
  // Strings are made where they go to, and destroyed by who gets them.
  ~basic_string();
};
} // namespace __cxx11

typedef basic_string<char> string;

class exception {
public:
  exception() {}
  virtual ~exception() noexcept;
  virtual const char *what() const noexcept;
};

#define WITHOUT_TEXT(NAME, BASE)                                                                                       \
  class NAME : public BASE {                                                                                           \
  public:                                                                                                              \
    NAME() {}                                                                                                          \
    virtual ~NAME() noexcept;                                                                                          \
    virtual const char *what() const noexcept;                                                                         \
  };

WITHOUT_TEXT(bad_exception, exception)
WITHOUT_TEXT(bad_alloc, exception)
WITHOUT_TEXT(bad_array_new_length, bad_alloc)
WITHOUT_TEXT(bad_cast, exception)
WITHOUT_TEXT(bad_typeid, exception)
WITHOUT_TEXT(bad_function_call, exception)
WITHOUT_TEXT(bad_weak_ptr, exception)

#define WITH_TEXT(NAME)                                                                                                \
  class NAME : public exception {                                                                                      \
    const char *text;                                                                                                  \
                                                                                                                       \
  public:                                                                                                              \
    explicit NAME(const string &);                                                                                     \
    explicit NAME(const char *);                                                                                       \
    NAME(const NAME &) noexcept;                                                                                       \
    NAME(NAME &&) noexcept;                                                                                            \
    NAME &operator=(const NAME &) noexcept;                                                                            \
    NAME &operator=(NAME &&) noexcept;                                                                                 \
    virtual ~NAME() noexcept;                                                                                          \
    virtual const char *what() const noexcept;                                                                         \
  };

WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)

#define OF_KIND(NAME, BASE)                                                                                            \
  class NAME : public BASE {                                                                                           \
  public:                                                                                                              \
    explicit NAME(const string &);                                                                                     \
    explicit NAME(const char *);                                                                                       \
    virtual ~NAME() noexcept;                                                                                          \
  };

OF_KIND(domain_error, logic_error)
OF_KIND(invalid_argument, logic_error)
OF_KIND(length_error, logic_error)
OF_KIND(out_of_range, logic_error)
OF_KIND(range_error, runtime_error)
OF_KIND(overflow_error, runtime_error)
OF_KIND(underflow_error, runtime_error)

class error_code;
class error_condition;
struct __cow_string;

inline namespace _V2 {

class error_category {
public:
  constexpr error_category() {}
  virtual ~error_category();
  virtual const char *name() const noexcept = 0;

private:
  __attribute__((__abi_tag__("cxx11"))) virtual __cow_string _M_message(int) const;

public:
  __attribute__((__abi_tag__("cxx11"))) virtual string message(int) const = 0;
  virtual error_condition default_error_condition(int) const noexcept;
  virtual bool equivalent(int, const error_condition &) const noexcept;
  virtual bool equivalent(const error_code &, int) const noexcept;
};

const error_category &generic_category() noexcept;
const error_category &system_category() noexcept;

} // namespace _V2

const error_category &future_category() noexcept;

class error_code {
public:
  int value;
  const error_category *category;
  error_condition default_error_condition() const noexcept;
};

class error_condition {
public:
  int value;
  const error_category *category;
};

// What the exceptions for these errors say.
const char *__unhang_error(int);
const char *__unhang_future_error(int);

class system_error : public runtime_error {
  error_code code;

public:
  system_error(const char *text, error_code given) : runtime_error(text), code(given) {}
  virtual ~system_error() noexcept;
};

class future_error : public logic_error {
  error_code code;

public:
  future_error(const char *text, error_code given) : logic_error(text), code(given) {}
  virtual ~future_error() noexcept;
  virtual const char *what() const noexcept;
};

} // namespace std
