// time.h: dates as text, in the C locale.
#include "assay_models.h"

static const char dayNames[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char monthNames[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};

/// Where the text goes: characters beyond the room are counted only.
struct DateText {
  char* to;
  size_t room;
  size_t length;
  int isOpen; // a conversion is the system's own: its name of a time zone, say
};
static void putDateChar(struct DateText* text, char c) {
  if (text->length < text->room) text->to[text->length] = c;
  ++text->length;
}
static void putDateString(struct DateText* text, const char* s, size_t most) {
  for (size_t i = 0; i < most && s[i] != 0; ++i) putDateChar(text, s[i]);
}
/// At least `width` characters, filled up in front with `fill`; zeros stand behind a sign.
static void putDateNumber(struct DateText* text, i64 value, int width, char fill) {
  char digits[20];
  int count = 0;
  u64 rest = value < 0 ? 0 - (u64)value : (u64)value;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (value < 0 && fill == '0') {
    putDateChar(text, '-');
    --width;
  }
  for (int i = count + (value < 0 && fill != '0'); i < width; ++i) putDateChar(text, fill);
  if (value < 0 && fill != '0') putDateChar(text, '-');
  while (count > 0) putDateChar(text, digits[--count]);
}
static void putDayName(struct DateText* text, const struct tm* date, size_t most) {
  putDateString(text, date->tm_wday < 0 || date->tm_wday > 6 ? "?" : dayNames[date->tm_wday], most);
}
static void putMonthName(struct DateText* text, const struct tm* date, size_t most) {
  putDateString(text, date->tm_mon < 0 || date->tm_mon > 11 ? "?" : monthNames[date->tm_mon], most);
}

/// The year and the week of ISO 8601: the week of a Thursday is in the Thursday's year.
static int isoWeek(const struct tm* date, i64* year) {
  const int fromMonday = (date->tm_wday + 6) % 7;
  int thursday = date->tm_yday - fromMonday + 3;
  *year = (i64)date->tm_year + 1900;
  if (thursday < 0) {
    --*year;
    thursday += 365 + isLeapYear(*year);
  } else if (thursday >= 365 + isLeapYear(*year)) {
    thursday -= 365 + isLeapYear(*year);
    ++*year;
  }
  return thursday / 7 + 1;
}

static void putWeek(struct DateText* text, char conversion, const struct tm* date) {
  i64 year;
  const int week = isoWeek(date, &year);
  if (conversion == 'V') putDateNumber(text, week, 2, '0');
  if (conversion == 'G') putDateNumber(text, year, 1, '0');
  if (conversion == 'g') putDateNumber(text, (year % 100 + 100) % 100, 2, '0');
}
static void putHour(struct DateText* text, const struct tm* date, char fill) {
  const int hour = date->tm_hour > 12 ? date->tm_hour - 12 : date->tm_hour == 0 ? 12 : date->tm_hour;
  putDateNumber(text, hour, 2, fill);
}

/// The format that a conversion stands for, or null.
static const char* dateFormat(char conversion) {
  switch (conversion) {
  case 'c':
    return "%a %b %e %H:%M:%S %Y";
  case 'D':
  case 'x':
    return "%m/%d/%y";
  case 'F':
    return "%Y-%m-%d";
  case 'r':
    return "%I:%M:%S %p";
  case 'R':
    return "%H:%M";
  case 'T':
  case 'X':
    return "%H:%M:%S";
  case 'h':
    return "%b";
  case 'n':
    return "\n";
  case 't':
    return "\t";
  default:
    return NULL;
  }
}

static void putDateField(struct DateText* text, char conversion, const struct tm* date) {
  const i64 year = (i64)date->tm_year + 1900;
  switch (conversion) {
  case 'a':
    return putDayName(text, date, 3);
  case 'A':
    return putDayName(text, date, 9);
  case 'b':
    return putMonthName(text, date, 3);
  case 'B':
    return putMonthName(text, date, 9);
  case 'C':
    // C says two digits; glibc writes one before the year 1000.
    return putDateNumber(text, floorDivide(year, 100), year < 1000 && !__assay_unspecified_choice() ? 1 : 2, '0');
  case 'd':
    return putDateNumber(text, date->tm_mday, 2, '0');
  case 'e':
    return putDateNumber(text, date->tm_mday, 2, ' ');
  case 'G':
  case 'g':
  case 'V':
    return putWeek(text, conversion, date);
  case 'H':
    return putDateNumber(text, date->tm_hour, 2, '0');
  case 'I':
    return putHour(text, date, '0');
  case 'j':
    return putDateNumber(text, (i64)date->tm_yday + 1, 3, '0');
  case 'm':
    return putDateNumber(text, (i64)date->tm_mon + 1, 2, '0');
  case 'M':
    return putDateNumber(text, date->tm_min, 2, '0');
  case 'p':
    return putDateString(text, date->tm_hour > 11 ? "PM" : "AM", 2);
  case 'S':
    return putDateNumber(text, date->tm_sec, 2, '0');
  case 'u':
    return putDateNumber(text, (date->tm_wday + 6) % 7 + 1, 1, '0');
  case 'U':
    return putDateNumber(text, (date->tm_yday - date->tm_wday + 7) / 7, 2, '0');
  case 'w':
    return putDateNumber(text, date->tm_wday, 1, '0');
  case 'W':
    return putDateNumber(text, (date->tm_yday - (date->tm_wday + 6) % 7 + 7) / 7, 2, '0');
  case 'y':
    return putDateNumber(text, (year % 100 + 100) % 100, 2, '0');
  case 'Y':
    return putDateNumber(text, year, 1, '0');
  case '%':
    return putDateChar(text, '%');
  default:
    text->isOpen = 1;
  }
}

static void putDate(struct DateText* text, const char* format, const struct tm* date) {
  for (size_t i = 0; format[i] != 0; ++i) {
    if (format[i] != '%') {
      putDateChar(text, format[i]);
      continue;
    }
    ++i;
    if (format[i] == 'E' || format[i] == 'O') ++i; // no other way in the C locale
    if (format[i] == 0) __assay_unknown_result("a format of strftime that ends in a conversion");
    const char* const longer = dateFormat(format[i]);
    if (longer == NULL) {
      putDateField(text, format[i], date);
    } else {
      for (size_t j = 0; longer[j] != 0; ++j) {
        if (longer[j] == '%') {
          putDateField(text, longer[++j], date);
        } else {
          putDateChar(text, longer[j]);
        }
      }
    }
  }
}

UNSPECIFIED(char, date);
/// Any text that fits; or 0, and what stands in the array is open.
static size_t anyDate(char* to, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    to[i] = __assay_unspecified_date();
    if (to[i] == 0) return i;
  }
  return 0;
}

/// What stands in the array is open where the text does not fit.
MODEL(size_t, strftime)(char* to, size_t size, const char* format, const struct tm* date) {
  struct DateText text = {to, size, 0, 0};
  putDate(&text, format, date);
  if (text.isOpen) return anyDate(to, size);
  if (text.length < size) {
    to[text.length] = 0;
    return text.length;
  }
  __VERIFIER_nondet_memory(to, size);
  return 0;
}

enum { kDateLength = 26 };
/// Dates whose text has more than 25 characters are undefined in C; glibc has room for all of them.
static char* dateText(const struct tm* date, char* to) {
  if (date == NULL) return NULL;
  if (date->tm_wday < 0 || date->tm_wday > 6 || date->tm_mon < 0 || date->tm_mon > 11)
    __assay_unknown_result("the text of a date whose parts are not in their ranges");
  if (date->tm_year < -2899 || date->tm_year > 8099) __assay_unknown_result("the text of a date beyond the year 9999");
  struct DateText text = {to, kDateLength, 0, 0};
  putDayName(&text, date, 3);
  putDateChar(&text, ' ');
  putMonthName(&text, date, 3);
  putDateNumber(&text, date->tm_mday, 3, ' ');
  putDateChar(&text, ' ');
  putDateNumber(&text, date->tm_hour, 2, '0');
  putDateChar(&text, ':');
  putDateNumber(&text, date->tm_min, 2, '0');
  putDateChar(&text, ':');
  putDateNumber(&text, date->tm_sec, 2, '0');
  putDateChar(&text, ' ');
  putDateNumber(&text, (i64)date->tm_year + 1900, 1, ' ');
  putDateChar(&text, '\n');
  putDateChar(&text, 0);
  if (text.length > kDateLength) __assay_unknown_result("the text of a date whose parts are not in their ranges");
  return to;
}
static char dateBuffer[kDateLength];
MODEL(char*, asctime)(const struct tm* date) { return dateText(date, dateBuffer); }
MODEL(char*, asctime_r)(const struct tm* date, char* to) { return dateText(date, to); }
MODEL(char*, ctime)(const time_t* time) {
  return dateText(dateOrNull(&calendarTime, localDate(&calendarTime, *time)), dateBuffer);
}
MODEL(char*, ctime_r)(const time_t* time, char* to) {
  struct tm date;
  return dateText(dateOrNull(&date, localDate(&date, *time)), to);
}
