// Formatted strings: `snprintf` and its like of C11, for whole numbers, characters, strings and pointers that are null.

#include "library.h"

void not_formatted(void) __asm__("printf for a string, with a conversion other than of whole numbers, characters and strings");

// Where the text goes: as much of it as there is room for.
struct text {
  char *to;
  size_t room;
  size_t length;
};

static void put(struct text *text, char character) {
  if (text->length + 1 < text->room) {
    text->to[text->length] = character;
  }
  text->length++;
}

static void put_padding(struct text *text, char character, long count) {
  for (; count > 0; count--) {
    put(text, character);
  }
}

// What stands between the percent sign and the conversion.
struct conversion {
  int is_left, has_sign, has_space, is_alternate, has_zeros, width, precision;
};

static void put_part(struct text *text, const struct conversion *conversion, const char *part, int length) {
  put_padding(text, ' ', conversion->is_left ? 0 : conversion->width - length);
  for (int position = 0; position < length; position++) {
    put(text, part[position]);
  }
  put_padding(text, ' ', conversion->is_left ? conversion->width - length : 0);
}

static void put_number(struct text *text, const struct conversion *conversion, unsigned long value, int is_negative, int base,
                       int capital, int is_signed) {
  char digits[24];
  int count = 0;
  while (value != 0) {
    int digit = value % base;
    digits[count++] = digit < 10 ? '0' + digit : (capital ? 'A' : 'a') + digit - 10;
    value /= base;
  }
  char prefix[2];
  int prefixed = 0;
  if (is_negative) {
    prefix[prefixed++] = '-';
  } else if (is_signed && conversion->has_sign) {
    prefix[prefixed++] = '+';
  } else if (is_signed && conversion->has_space) {
    prefix[prefixed++] = ' ';
  }
  if (conversion->is_alternate && base == 16 && count > 0) {
    prefix[prefixed++] = '0';
    prefix[prefixed++] = capital ? 'X' : 'x';
  }
  int least = conversion->precision < 0 ? 1 : conversion->precision;
  if (conversion->is_alternate && base == 8 && least <= count) {
    least = count + 1;
  }
  int zeros = least > count ? least - count : 0;
  int padding = conversion->width - prefixed - zeros - count;
  if (conversion->has_zeros && !conversion->is_left && conversion->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  put_padding(text, ' ', conversion->is_left ? 0 : padding);
  for (int position = 0; position < prefixed; position++) {
    put(text, prefix[position]);
  }
  put_padding(text, '0', zeros);
  while (count > 0) {
    put(text, digits[--count]);
  }
  put_padding(text, ' ', conversion->is_left ? padding : 0);
}

static int read_number(const char **format) {
  int number = 0;
  while (**format >= '0' && **format <= '9') {
    number = number * 10 + (*(*format)++ - '0');
  }
  return number;
}

static void read_flags(struct conversion *conversion, const char **format) {
  for (;; (*format)++) {
    switch (**format) {
    case '-': conversion->is_left = 1; break;
    case '+': conversion->has_sign = 1; break;
    case ' ': conversion->has_space = 1; break;
    case '#': conversion->is_alternate = 1; break;
    case '0': conversion->has_zeros = 1; break;
    default: return;
    }
  }
}

LIBRARY int vsnprintf(char *to, size_t size, const char *format, va_list list) {
  struct text text = {to, size, 0};
  for (; *format != 0; format++) {
    if (*format != '%') {
      put(&text, *format);
      continue;
    }
    format++;
    struct conversion conversion = {0, 0, 0, 0, 0, 0, -1};
    read_flags(&conversion, &format);
    if (*format == '*') {
      format++;
      conversion.width = __builtin_va_arg(list, int);
      if (conversion.width < 0) {
        conversion.is_left = 1;
        conversion.width = -conversion.width;
      }
    } else {
      conversion.width = read_number(&format);
    }
    if (*format == '.') {
      format++;
      if (*format == '*') {
        format++;
        conversion.precision = __builtin_va_arg(list, int);
      } else {
        conversion.precision = read_number(&format);
      }
    }
    int longs = 0, shorts = 0;
    for (; *format == 'l' || *format == 'z' || *format == 'j' || *format == 't' || *format == 'h'; format++) {
      if (*format == 'h') {
        shorts++;
      } else {
        longs++;
      }
    }
    switch (*format) {
    case 'd':
    case 'i': {
      long value = longs ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
      value = shorts == 1 ? (short)value : shorts == 2 ? (signed char)value : value;
      put_number(&text, &conversion, value < 0 ? 0ul - (unsigned long)value : (unsigned long)value, value < 0, 10, 0, 1);
      break;
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o': {
      unsigned long value = longs ? __builtin_va_arg(list, unsigned long) : __builtin_va_arg(list, unsigned);
      value = shorts == 1 ? (unsigned short)value : shorts == 2 ? (unsigned char)value : value;
      put_number(&text, &conversion, value, 0, *format == 'u' ? 10 : *format == 'o' ? 8 : 16, *format == 'X', 0);
      break;
    }
    case 'c': {
      char character = (char)__builtin_va_arg(list, int);
      if (longs) {
        not_formatted();
      }
      put_part(&text, &conversion, &character, 1);
      break;
    }
    case 's': {
      const char *string = __builtin_va_arg(list, const char *);
      if (longs) {
        not_formatted();
      }
      string = string == 0 ? "(null)" : string;
      int length = 0;
      while (length != conversion.precision && string[length] != 0) {
        length++;
      }
      put_part(&text, &conversion, string, length);
      break;
    }
    case 'p': {
      if (__builtin_va_arg(list, void *) != 0) {
        not_formatted();
      }
      put_part(&text, &conversion, "(nil)", 5);
      break;
    }
    case '%': put(&text, '%'); break;
    default: not_formatted();
    }
  }
  if (text.room > 0) {
    text.to[text.length < text.room ? text.length : text.room - 1] = 0;
  }
  return (int)text.length;
}

LIBRARY int vsprintf(char *to, const char *format, va_list list) { return vsnprintf(to, -1ul, format, list); }

LIBRARY int snprintf(char *to, size_t size, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, size, format, list);
  __builtin_va_end(list);
  return length;
}

LIBRARY int sprintf(char *to, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, -1ul, format, list);
  __builtin_va_end(list);
  return length;
}

LIBRARY int vasprintf(char **place, const char *format, va_list list) {
  va_list again;
  __builtin_va_copy(again, list);
  int length = vsnprintf(0, 0, format, again);
  __builtin_va_end(again);
  *place = malloc((size_t)length + 1);
  return vsnprintf(*place, (size_t)length + 1, format, list);
}

LIBRARY int asprintf(char **place, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int length = vasprintf(place, format, list);
  __builtin_va_end(list);
  return length;
}
