// The calendar: a thousand million seconds after the beginning of 1970 was a Sunday.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  time_t moment = 1000000000;
  struct tm *broken = gmtime(&moment);
  assert(broken->tm_year == 101 && broken->tm_mon == 8 && broken->tm_mday == 9 && broken->tm_wday == 0);
  assert(broken->tm_hour == 1 && broken->tm_min == 46 && broken->tm_sec == 40 && broken->tm_yday == 251);
  char text[32];
  assert(strcmp(asctime_r(broken, text), "Sun Sep  9 01:46:40 2001\n") == 0);
  return 0;
}
