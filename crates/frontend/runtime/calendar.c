// The calendar: <time.h> of C11 and POSIX.1-2017, as far as it turns what clocks say into days. Local time is that of Greenwich.

#include "library.h"

struct tm {
  int seconds, minutes, hours, day, month, year, week_day, year_day, is_summer;
  long offset;
  const char *zone;
};

static int is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_of(int month, long year) {
  static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return days[month] + (month == 1 && is_leap(year));
}

LIBRARY struct tm *gmtime_r(const long *time, struct tm *result) {
  long days = *time / 86400, seconds = *time % 86400;
  if (seconds < 0) {
    seconds += 86400;
    days--;
  }
  long year = 1970;
  int month = 0, week_day = (int)((days % 7 + 11) % 7);
  for (; days < 0; days += 365 + is_leap(year)) {
    year--;
  }
  for (; days >= 365 + is_leap(year); year++) {
    days -= 365 + is_leap(year);
  }
  int year_day = (int)days;
  for (; days >= days_of(month, year); month++) {
    days -= days_of(month, year);
  }
  *result = (struct tm){(int)(seconds % 60), (int)(seconds / 60 % 60), (int)(seconds / 3600), (int)days + 1, month,
                        (int)(year - 1900), week_day, year_day, 0, 0, "GMT"};
  return result;
}

LIBRARY struct tm *localtime_r(const long *time, struct tm *result) { return gmtime_r(time, result); }

static struct tm shared_time;

LIBRARY struct tm *gmtime(const long *time) { return gmtime_r(time, &shared_time); }
LIBRARY struct tm *localtime(const long *time) { return gmtime_r(time, &shared_time); }

LIBRARY char *asctime_r(const struct tm *time, char *to) {
  static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  sprintf(to, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", days + 3 * time->week_day, months + 3 * time->month, time->day, time->hours,
          time->minutes, time->seconds, 1900 + time->year);
  return to;
}

LIBRARY char *asctime(const struct tm *time) {
  static char text[64];
  return asctime_r(time, text);
}

LIBRARY char *ctime(const long *time) { return asctime(gmtime(time)); }

LIBRARY char *ctime_r(const long *time, char *to) {
  struct tm broken;
  return asctime_r(gmtime_r(time, &broken), to);
}

struct timespec {
  long seconds, nanoseconds;
};

LIBRARY int clock_getres(int clock, struct timespec *resolution) {
  if (clock < 0 || clock > 11) {
    errno = NOT_VALID;
    return -1;
  }
  if (resolution != 0) {
    *resolution = (struct timespec){0, 1};
  }
  return 0;
}

LIBRARY double difftime(long end, long start) { return (double)end - (double)start; }
