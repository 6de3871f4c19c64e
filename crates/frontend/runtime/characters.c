// Characters: <ctype.h> of C11, in the locale that a program starts in.
//
// glibc's macros look the classes up in a table, in which the numbers -128 to 255 have their places.

#include "library.h"

enum { UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, HEXADECIMAL = 0x1000, SPACE = 0x2000, PRINT = 0x4000, GRAPH = 0x8000,
       BLANK = 1, CONTROL = 2, PUNCTUATION = 4, ALPHANUMERIC = 8 };

#define AT(character) [128 + (character)]
#define FROM(first, last) [128 + (first) ... 128 + (last)]
#define MARK (PRINT | GRAPH | PUNCTUATION)
#define LETTER (PRINT | GRAPH | ALPHA | ALPHANUMERIC)

static const unsigned short classes[384] = {
  FROM(0, 8) = CONTROL,
  AT('\t') = CONTROL | SPACE | BLANK,
  FROM('\n', '\r') = CONTROL | SPACE,
  FROM(14, 31) = CONTROL,
  AT(' ') = PRINT | SPACE | BLANK,
  FROM('!', '/') = MARK,
  FROM('0', '9') = PRINT | GRAPH | DIGIT | HEXADECIMAL | ALPHANUMERIC,
  FROM(':', '@') = MARK,
  FROM('A', 'F') = LETTER | UPPER | HEXADECIMAL,
  FROM('G', 'Z') = LETTER | UPPER,
  FROM('[', '`') = MARK,
  FROM('a', 'f') = LETTER | LOWER | HEXADECIMAL,
  FROM('g', 'z') = LETTER | LOWER,
  FROM('{', '~') = MARK,
  AT(127) = CONTROL,
};

static const unsigned short *const first_class = classes + 128;

LIBRARY const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&first_class; }

static int is(int character, int class) {
  return character >= -128 && character < 256 ? first_class[character] & class : 0;
}

LIBRARY int isalnum(int character) { return is(character, ALPHANUMERIC); }
LIBRARY int isalpha(int character) { return is(character, ALPHA); }
LIBRARY int isblank(int character) { return is(character, BLANK); }
LIBRARY int iscntrl(int character) { return is(character, CONTROL); }
LIBRARY int isdigit(int character) { return is(character, DIGIT); }
LIBRARY int isgraph(int character) { return is(character, GRAPH); }
LIBRARY int islower(int character) { return is(character, LOWER); }
LIBRARY int isprint(int character) { return is(character, PRINT); }
LIBRARY int ispunct(int character) { return is(character, PUNCTUATION); }
LIBRARY int isspace(int character) { return is(character, SPACE); }
LIBRARY int isupper(int character) { return is(character, UPPER); }
LIBRARY int isxdigit(int character) { return is(character, HEXADECIMAL); }
LIBRARY int isascii(int character) { return character >= 0 && character < 128; }
LIBRARY int tolower(int character) { return is(character, UPPER) ? character + 32 : character; }
LIBRARY int toupper(int character) { return is(character, LOWER) ? character - 32 : character; }
