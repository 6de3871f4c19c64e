// Streams that write to strings and read from them: <sstream>. A program that has one gets the functions of all streams from
// here; what it writes to others, such as std::cout, is printed.
//
//: _ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE*
//: _ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE*
//: _ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE*

#include <cstdio>
#include <string>

namespace unhang {

using std::string;

// The part of a stream that all streams share, as far as inline functions of <ios> look into it (std::ios_base).
struct Shared {
  const void *table;
  long precision;
  long width;
  unsigned flags;
  unsigned exceptions;
  unsigned state;
};

enum Flag : unsigned {
  WORDS_FOR_BOOL = 1 << 0,
  DECIMAL = 1 << 1,
  HEXADECIMAL = 1 << 3,
  INTERNAL = 1 << 4,
  LEFT = 1 << 5,
  OCTAL = 1 << 6,
  WITH_BASE = 1 << 9,
  WITH_PLUS = 1 << 11,
  SKIPS_SPACE = 1 << 12,
  CAPITAL = 1 << 14,
};

enum State : unsigned { BAD = 1, AT_END = 2, FAILED = 4 };

enum Mode : unsigned { APPENDS = 1 << 0, AT_ITS_END = 1 << 1 };

// The string of a stream, in the place of its buffer. What was there before the stream began to write is written over.
struct Text {
  string written;
  size_t write_position;
  size_t read_position;
  char fill;
  bool appends;
};

// What stands where a table of virtual functions stands in an object of the library: how far the shared part is away.
struct Table {
  long to_shared;
  const void *description[2];
  const void *functions[4];
};

const Table output_table{112, {}, {}};
const Table input_table{120, {}, {}};
const Table both_table{128, {}, {}};

struct Output {
  const void *table;
};

struct Input {
  const void *table;
  long last_count;
};

struct OutputOnly : Output {
  alignas(8) char text[104];
  char shared[264];
};

struct InputOnly : Input {
  alignas(8) char text[104];
  char shared[264];
};

struct Both : Input {
  Output output;
  alignas(8) char text[104];
  char shared[264];
};

static_assert(sizeof(Text) <= 104, "there is room for it in place of the buffer");
static_assert(sizeof(OutputOnly) == 376 && sizeof(InputOnly) == 384 && sizeof(Both) == 392, "as in libstdc++");

const Table *table_of(const void *stream) {
  return reinterpret_cast<const Table *>(*static_cast<const char *const *>(stream) - 24);
}

template <class T> T *at(void *start, long distance) {
  return reinterpret_cast<T *>(static_cast<char *>(start) + distance);
}

Shared *shared(void *stream) { return at<Shared>(stream, table_of(stream)->to_shared); }

// The text of the stream, if it has one: it is in front of what all streams share.
Text *text_of(Output *stream) { return table_of(stream) == &output_table ? at<Text>(stream, 8) : nullptr; }

Text *text_of(Input *stream) {
  if (table_of(stream) == &input_table) {
    return at<Text>(stream, sizeof(Input));
  }
  return table_of(stream) == &both_table ? at<Text>(stream, sizeof(Input) + sizeof(Output)) : nullptr;
}

void not_formatted() __asm__("writing this to a string stream");
void not_read() __asm__("reading this from a stream");

void prepare(void *text, void *shared_part, const string &start, unsigned mode) {
  Shared *shared = static_cast<Shared *>(shared_part);
  shared->table = nullptr;
  shared->precision = 6;
  shared->width = 0;
  shared->flags = DECIMAL | SKIPS_SPACE;
  shared->exceptions = 0;
  shared->state = 0;
  Text *own = new (text) Text{start, 0, 0, ' ', (mode & APPENDS) != 0};
  own->write_position = mode & (APPENDS | AT_ITS_END) ? start.size() : 0;
}

void release(void *text) { static_cast<Text *>(text)->~Text(); }

void set_table(void *stream, const Table *table) { *static_cast<const void **>(stream) = table->functions; }

void put(Text *text, const char *part, size_t length) {
  if (text->appends) {
    text->write_position = text->written.size();
  }
  text->written.replace(text->write_position, length, part, length);
  text->write_position += length;
}

// Writes as it is.
Output *write_plain(Output *stream, const char *part, size_t length) {
  Text *text = text_of(stream);
  if (text == nullptr) {
    printf("%.*s", static_cast<int>(length), part);
  } else if (shared(stream)->state == 0) {
    put(text, part, length);
  }
  return stream;
}

// Writes with the padding that was asked for; the first `prefix` characters stand in front of padding that is internal.
Output *write(Output *stream, const char *part, size_t length, size_t prefix = 0) {
  Text *text = text_of(stream);
  Shared *format = shared(stream);
  const size_t width = format->width > 0 ? format->width : 0;
  const size_t padding = width > length ? width - length : 0;
  format->width = 0;
  if (text == nullptr || padding == 0 || format->state != 0) {
    return write_plain(stream, part, length);
  }
  const string filling(padding, text->fill);
  const size_t before = format->flags & LEFT ? length : format->flags & INTERNAL ? prefix : 0;
  put(text, part, before);
  put(text, filling.data(), padding);
  put(text, part + before, length - before);
  return stream;
}

Output *write_number(Output *stream, unsigned long value, bool is_negative, bool is_signed) {
  const unsigned flags = shared(stream)->flags;
  const unsigned base = flags & HEXADECIMAL ? 16 : flags & OCTAL ? 8 : 10;
  char digits[32];
  char *const end = digits + sizeof digits;
  char *start = end;
  const bool is_zero = value == 0;
  do {
    const unsigned digit = value % base;
    *--start = digit < 10 ? '0' + digit : (flags & CAPITAL ? 'A' : 'a') + (digit - 10);
    value /= base;
  } while (value != 0);
  size_t prefix = 0;
  if (flags & WITH_BASE && !is_zero && base == 8) {
    *--start = '0';
  } else if (flags & WITH_BASE && !is_zero && base == 16) {
    *--start = flags & CAPITAL ? 'X' : 'x';
    *--start = '0';
    prefix = 2;
  } else if (base == 10 && (is_negative || (is_signed && flags & WITH_PLUS))) {
    *--start = is_negative ? '-' : '+';
    prefix = 1;
  }
  return write(stream, start, end - start, prefix);
}

// Only decimal numbers have a sign; others are those of the type's bits.
template <class T, class Unsigned> Output *write_signed(Output *stream, T value) {
  const bool is_decimal = !(shared(stream)->flags & (HEXADECIMAL | OCTAL));
  if (is_decimal && value < 0) {
    return write_number(stream, 0 - static_cast<unsigned long>(value), true, true);
  }
  return write_number(stream, static_cast<Unsigned>(value), false, true);
}

Output *write_real(Output *stream, double value) {
  if (text_of(stream) != nullptr) {
    not_formatted();
  }
  printf("%g", value);
  return stream;
}

bool is_space(char character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

// Whether something can be read; a stream with which something was wrong before has failed if it cannot.
bool is_ready(Input *stream, Text *text) {
  if (text == nullptr) {
    not_read();
  }
  Shared *format = shared(stream);
  if (format->state != 0) {
    format->state |= FAILED;
  }
  return format->state == 0;
}

// Passes what is skipped before something is read, and tells whether there is something.
bool begins(Input *stream, Text *text) {
  if (!is_ready(stream, text)) {
    return false;
  }
  Shared *format = shared(stream);
  if (format->flags & SKIPS_SPACE) {
    while (text->read_position < text->written.size() && is_space(text->written[text->read_position])) {
      text->read_position++;
    }
  }
  if (text->read_position >= text->written.size()) {
    format->state |= AT_END | FAILED;
    return false;
  }
  return true;
}

// Reads a decimal number between the bounds; what is beyond them becomes the nearest, and a failure.
template <class T> Input *read_number(Input *stream, T *to, long least, unsigned long most) {
  Text *text = text_of(stream);
  if (!begins(stream, text)) {
    return stream;
  }
  Shared *format = shared(stream);
  if (!(format->flags & DECIMAL)) {
    not_read();
  }
  const string &from = text->written;
  size_t &position = text->read_position;
  bool is_negative = from[position] == '-';
  if (is_negative || from[position] == '+') {
    position++;
  }
  const size_t start = position;
  const unsigned long limit = is_negative && least < 0 ? 0 - static_cast<unsigned long>(least) : most;
  unsigned long value = 0;
  bool is_beyond = false;
  for (; position < from.size() && from[position] >= '0' && from[position] <= '9'; position++) {
    const unsigned digit = from[position] - '0';
    is_beyond = is_beyond || value > (limit - digit) / 10;
    value = is_beyond ? limit : value * 10 + digit;
  }
  if (position == from.size()) {
    format->state |= AT_END;
  }
  if (position == start || is_beyond) {
    format->state |= FAILED;
  }
  *to = static_cast<T>(is_negative ? 0 - value : value);
  return stream;
}

} // namespace unhang

using namespace unhang;

// The names by which the linker knows the functions of the library.
#define NAMED(name) __asm__(name)
#define FROM_STRING "ERKNS_12basic_stringIcS2_S3_EESt13_Ios_Openmode"
#define ANY_STREAM(member) NAMED("_ZNSt9basic_iosIcSt11char_traitsIcEE" member)
#define ANY_CONST_STREAM(member) NAMED("_ZNKSt9basic_iosIcSt11char_traitsIcEE" member)

void set_tables(OutputOnly *stream) { set_table(stream, &output_table); }
void set_tables(InputOnly *stream) {
  set_table(stream, &input_table);
  stream->last_count = 0;
}
void set_tables(Both *stream) {
  set_table(stream, &both_table);
  set_table(&stream->output, &output_table);
  stream->last_count = 0;
}

// The constructors, the destructor and the string of a kind of streams; from C++20 on, the function that returns it has another name.
#define STRING_STREAM(kind, type, class_name)                                                                          \
  void begin_##kind(type *, const string &, unsigned) NAMED("_ZNSt7__cxx11" class_name "C1" FROM_STRING);              \
  void begin_##kind(type *stream, const string &start, unsigned mode) {                                                \
    set_tables(stream);                                                                                                \
    prepare(stream->text, stream->shared, start, mode);                                                                \
  }                                                                                                                    \
  void begin_##kind##_in_mode(type *, unsigned) NAMED("_ZNSt7__cxx11" class_name "C1ESt13_Ios_Openmode");              \
  void begin_##kind##_in_mode(type *stream, unsigned mode) { begin_##kind(stream, string(), mode); }                   \
  void begin_empty_##kind(type *) NAMED("_ZNSt7__cxx11" class_name "C1Ev");                                            \
  void begin_empty_##kind(type *stream) { begin_##kind(stream, string(), 0); }                                         \
  void end_##kind(type *) NAMED("_ZNSt7__cxx11" class_name "D1Ev");                                                    \
  void end_##kind(type *stream) { release(stream->text); }                                                             \
  string string_of_##kind(type *) NAMED("_ZNKSt7__cxx11" class_name "3strEv");                                         \
  string string_of_##kind(type *stream) { return reinterpret_cast<Text *>(stream->text)->written; }                    \
  string string_of_##kind##_20(type *) NAMED("_ZNKRSt7__cxx11" class_name "3strEv");                                   \
  string string_of_##kind##_20(type *stream) { return reinterpret_cast<Text *>(stream->text)->written; }               \
  void set_string_of_##kind(type *, const string &)                                                                    \
      NAMED("_ZNSt7__cxx11" class_name "3strERKNS_12basic_stringIcS2_S3_EE");                                          \
  void set_string_of_##kind(type *stream, const string &start) {                                                       \
    Text *text = reinterpret_cast<Text *>(stream->text);                                                               \
    text->written = start;                                                                                             \
    text->read_position = 0;                                                                                           \
    text->write_position = text->appends ? start.size() : 0;                                                           \
  }
STRING_STREAM(output, OutputOnly, "19basic_ostringstreamIcSt11char_traitsIcESaIcEE")
STRING_STREAM(input, InputOnly, "19basic_istringstreamIcSt11char_traitsIcESaIcEE")
STRING_STREAM(both, Both, "18basic_stringstreamIcSt11char_traitsIcESaIcEE")

// Output.

#define WRITES(name, type, linked, body)                                                                               \
  Output *name(Output *, type) NAMED(linked);                                                                          \
  Output *name(Output *stream, type value) { body }

WRITES(write_short, short, "_ZNSolsEs", return (write_signed<short, unsigned short>(stream, value));)
WRITES(write_unsigned_short, unsigned short, "_ZNSolsEt", return write_number(stream, value, false, false);)
WRITES(write_int, int, "_ZNSolsEi", return (write_signed<int, unsigned>(stream, value));)
WRITES(write_unsigned, unsigned, "_ZNSolsEj", return write_number(stream, value, false, false);)
WRITES(write_long, long, "_ZNSolsEl", return (write_signed<long, unsigned long>(stream, value));)
WRITES(write_unsigned_long, unsigned long, "_ZNSolsEm", return write_number(stream, value, false, false);)
WRITES(write_long_long, long long, "_ZNSolsEx", return (write_signed<long long, unsigned long long>(stream, value));)
WRITES(write_unsigned_long_long, unsigned long long, "_ZNSolsEy", return write_number(stream, value, false, false);)
WRITES(write_float, float, "_ZNSolsEf", return write_real(stream, value);)
WRITES(write_double, double, "_ZNSolsEd", return write_real(stream, value);)
WRITES(write_bool, bool, "_ZNSolsEb", {
  if (!(shared(stream)->flags & WORDS_FOR_BOOL)) {
    return write_number(stream, value, false, true);
  }
  return value ? write(stream, "true", 4) : write(stream, "false", 5);
})
WRITES(write_pointer, const void *, "_ZNSolsEPKv", {
  if (text_of(stream) != nullptr) {
    not_formatted();
  }
  printf("%p", value);
  return stream;
})
WRITES(put_character, char, "_ZNSo3putEc", return write_plain(stream, &value, 1);)
WRITES(write_character, char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c", return write(stream, &value, 1);)
WRITES(write_signed_character, char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a",
       return write(stream, &value, 1);)
WRITES(write_unsigned_character, char, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h",
       return write(stream, &value, 1);)
WRITES(write_c_string, const char *, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", {
  if (value == nullptr) {
    shared(stream)->state |= BAD;
    return stream;
  }
  return write(stream, value, std::char_traits<char>::length(value));
})
WRITES(write_string, const string &,
       "_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE",
       return write(stream, value.data(), value.size());)
WRITES(set_width, int, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St5_Setw", {
  shared(stream)->width = value;
  return stream;
})
WRITES(set_precision, int, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St13_Setprecision", {
  shared(stream)->precision = value;
  return stream;
})
WRITES(set_fill, char, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_SetfillIS3_E", {
  if (Text *text = text_of(stream)) {
    text->fill = value;
  }
  return stream;
})
WRITES(set_base, int, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St8_Setbase", {
  unsigned &flags = shared(stream)->flags;
  flags &= ~(DECIMAL | HEXADECIMAL | OCTAL);
  flags |= value == 16 ? HEXADECIMAL : value == 8 ? OCTAL : value == 10 ? DECIMAL : 0U;
  return stream;
})
WRITES(set_flags, unsigned, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St12_Setiosflags", {
  shared(stream)->flags |= value;
  return stream;
})
WRITES(reset_flags, unsigned, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_St14_Resetiosflags", {
  shared(stream)->flags &= ~value;
  return stream;
})

Output *write_bytes(Output *, const char *, long) NAMED("_ZNSo5writeEPKcl");
Output *write_bytes(Output *stream, const char *bytes, long count) {
  return write_plain(stream, bytes, count);
}
Output *insert_bytes(Output *, const char *, long)
    NAMED("_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l");
Output *insert_bytes(Output *stream, const char *bytes, long count) { return write(stream, bytes, count); }

Output *end_line(Output *) NAMED("_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_");
Output *end_line(Output *stream) { return put_character(stream, '\n'); }
Output *end_string(Output *) NAMED("_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_");
Output *end_string(Output *stream) { return put_character(stream, '\0'); }
Output *flush(Output *) NAMED("_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_");
Output *flush(Output *stream) { return stream; }
Output *flush_member(Output *) NAMED("_ZNSo5flushEv");
Output *flush_member(Output *stream) { return stream; }

using OutputChange = Output *(*)(Output *);
using SharedChange = void *(*)(Shared *);
WRITES(apply_to_output, OutputChange, "_ZNSolsEPFRSoS_E", return value(stream);)
WRITES(apply_to_shared, SharedChange, "_ZNSolsEPFRSt8ios_baseS0_E", {
  value(shared(stream));
  return stream;
})
WRITES(apply_to_any, SharedChange, "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E", {
  value(shared(stream));
  return stream;
})

// Input.

#define READS(name, type, linked, body)                                                                                \
  Input *name(Input *, type *) NAMED(linked);                                                                          \
  Input *name(Input *stream, type *to) { body }

READS(read_short, short, "_ZNSirsERs", return read_number(stream, to, -0x8000L, 0x7fff);)
READS(read_unsigned_short, unsigned short, "_ZNSirsERt", return read_number(stream, to, 0, 0xffff);)
READS(read_int, int, "_ZNSirsERi", return read_number(stream, to, -0x80000000L, 0x7fffffff);)
READS(read_unsigned, unsigned, "_ZNSirsERj", return read_number(stream, to, 0, 0xffffffff);)
READS(read_long, long, "_ZNSirsERl", return read_number(stream, to, -__LONG_MAX__ - 1, __LONG_MAX__);)
READS(read_unsigned_long, unsigned long, "_ZNSirsERm", return read_number(stream, to, 0, 2UL * __LONG_MAX__ + 1);)
READS(read_long_long, long long, "_ZNSirsERx", return read_number(stream, to, -__LONG_MAX__ - 1, __LONG_MAX__);)
READS(read_unsigned_long_long, unsigned long long, "_ZNSirsERy",
      return read_number(stream, to, 0, 2UL * __LONG_MAX__ + 1);)
READS(read_character, char, "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_", {
  Text *text = text_of(stream);
  if (begins(stream, text)) {
    *to = text->written[text->read_position++];
  }
  return stream;
})
READS(read_word, string,
      "_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE", {
        Text *text = text_of(stream);
        if (begins(stream, text)) {
          to->clear();
          while (text->read_position < text->written.size() && !is_space(text->written[text->read_position])) {
            to->push_back(text->written[text->read_position++]);
          }
          if (text->read_position == text->written.size()) {
            shared(stream)->state |= AT_END;
          }
        }
        return stream;
      })

Input *read_line_to(Input *, string &, char)
    NAMED("_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_");
Input *read_line_to(Input *stream, string &to, char end) {
  Text *text = text_of(stream);
  if (!is_ready(stream, text)) {
    return stream;
  }
  to.clear();
  bool is_read = false;
  while (text->read_position < text->written.size()) {
    const char next = text->written[text->read_position++];
    is_read = true;
    if (next == end) {
      return stream;
    }
    to.push_back(next);
  }
  shared(stream)->state |= is_read ? AT_END : AT_END | FAILED;
  return stream;
}
Input *read_line(Input *, string &)
    NAMED("_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE");
Input *read_line(Input *stream, string &to) { return read_line_to(stream, to, '\n'); }

// How a stream is.

bool is_usable(Shared *) ANY_CONST_STREAM("cvbEv");
bool is_usable(Shared *stream) { return (stream->state & (BAD | FAILED)) == 0; }
bool is_not_usable(Shared *) ANY_CONST_STREAM("ntEv");
bool is_not_usable(Shared *stream) { return (stream->state & (BAD | FAILED)) != 0; }
bool has_failed(Shared *) ANY_CONST_STREAM("4failEv");
bool has_failed(Shared *stream) { return (stream->state & (BAD | FAILED)) != 0; }
bool is_good(Shared *) ANY_CONST_STREAM("4goodEv");
bool is_good(Shared *stream) { return stream->state == 0; }
bool is_at_end(Shared *) ANY_CONST_STREAM("3eofEv");
bool is_at_end(Shared *stream) { return (stream->state & AT_END) != 0; }
bool is_bad(Shared *) ANY_CONST_STREAM("3badEv");
bool is_bad(Shared *stream) { return (stream->state & BAD) != 0; }
void set_state(Shared *, unsigned) ANY_STREAM("5clearESt12_Ios_Iostate");
void set_state(Shared *stream, unsigned state) { stream->state = state; }
void add_state(Shared *, unsigned) ANY_STREAM("8setstateESt12_Ios_Iostate");
void add_state(Shared *stream, unsigned state) { stream->state |= state; }
