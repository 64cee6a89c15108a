// time.h: times and calendar dates. The time of day is an input. Dates are computed as POSIX says, in the proleptic
// Gregorian calendar and without leap seconds. Local time differs from UTC by an offset that depends on the time in a
// way that only the system knows: it is an input for each time, and the same when that time comes again.
#include "assay_models.h"

typedef long time_t;
struct timeval {
  long seconds, microseconds;
};
struct timespec {
  long seconds, nanoseconds;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
};

// ---- the time of day

INPUT(time_t, time);
static time_t now(void) { return __assay_input_time(); }
MODEL(time_t, time)(time_t* result) {
  const time_t seconds = now();
  if (result != NULL) *result = seconds;
  return seconds;
}
INPUT(long, clock);
MODEL(long, clock)(void) {
  static long last;
  const long ticks = __assay_input_clock();
  __VERIFIER_assume(ticks == -1 || ticks >= last);
  if (ticks != -1) last = ticks;
  return ticks;
}
MODEL(double, difftime)(time_t later, time_t earlier) {
  const i64 a = later;
  const i64 b = earlier;
  return a >= b ? (double)((u64)a - (u64)b) : -(double)((u64)b - (u64)a);
}
INPUT(long, microseconds);
MODEL(int, gettimeofday)(struct timeval* result, void* zone) {
  if (result != NULL) {
    const long fraction = __assay_input_microseconds();
    __VERIFIER_assume(fraction >= 0 && fraction < 1000000);
    *result = (struct timeval){now(), fraction};
  }
  return 0;
}
INPUT(long, nanoseconds);
static struct timespec timeSpecification(void) {
  const long fraction = __assay_input_nanoseconds();
  __VERIFIER_assume(fraction >= 0 && fraction < 1000000000);
  return (struct timespec){now(), fraction};
}
/// Clocks that nobody sets do not go back: CLOCK_MONOTONIC, those of the process and of the thread, ...
static void assumeLater(int clock, const struct timespec* time) {
  enum { kClocks = 11, kRealtime = 0, kRealtimeCoarse = 5 };
  static struct timespec lastTimes[kClocks];
  if (clock <= kRealtime || clock >= kClocks || clock == kRealtimeCoarse) return;
  struct timespec* const last = &lastTimes[clock];
  __VERIFIER_assume(time->seconds > last->seconds ||
                    (time->seconds == last->seconds && time->nanoseconds >= last->nanoseconds));
  *last = *time;
}
INPUT(int, clock_gettime);
MODEL(int, clock_gettime)(int clock, struct timespec* result) {
  // CLOCK_REALTIME and CLOCK_MONOTONIC are there always.
  if (clock != 0 && clock != 1 && __assay_input_clock_gettime()) {
    errorNumber = EINVAL;
    return -1;
  }
  const struct timespec time = timeSpecification();
  assumeLater(clock, &time);
  *result = time;
  return 0;
}
MODEL(int, clock_getres)(int clock, struct timespec* result) {
  if (clock != 0 && clock != 1 && __assay_input_clock_gettime()) {
    errorNumber = EINVAL;
    return -1;
  }
  if (result != NULL) *result = timeSpecification();
  return 0;
}
MODEL(int, timespec_get)(struct timespec* result, int base) {
  if (base != 1) return 0; // TIME_UTC
  *result = timeSpecification();
  return base;
}
MODEL(int, nanosleep)(const struct timespec* wanted, struct timespec* left) {
  if (wanted->seconds < 0 || wanted->nanoseconds < 0 || wanted->nanoseconds > 999999999) {
    errorNumber = EINVAL;
    return -1;
  }
  __assay_step();
  if (!__assay_unspecified_choice()) return 0;
  errorNumber = EINTR;
  if (left != NULL) {
    const struct timespec rest = timeSpecification();
    __VERIFIER_assume(rest.seconds >= 0 &&
                      (rest.seconds < wanted->seconds ||
                       (rest.seconds == wanted->seconds && rest.nanoseconds <= wanted->nanoseconds)));
    *left = rest;
  }
  return -1;
}

// ---- dates

static i64 floorDivide(i64 a, i64 b) { return a / b - (a % b < 0); }

/// Days from 1970-01-01 to the first of March of the year. A year that begins in March ends with the leap day.
static i64 daysToMarch(i64 year) {
  return year * 365 + floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400) - 719468;
}
/// Days from the first of March to that of a month that is `months` later, of 0 ... 11.
static int daysOfMonths(int months) { return (153 * months + 2) / 5; }
static int isLeapYear(i64 year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/// Seconds from 1970 to a date in UTC whose parts need not be in their ranges.
static i64 secondsOf(const struct tm* date) {
  const i64 months = (i64)date->tm_mon - 2; // from March of the year on
  const i64 year = (i64)date->tm_year + 1900 + floorDivide(months, 12);
  const i64 days = daysToMarch(year) + daysOfMonths((int)(months - floorDivide(months, 12) * 12)) + date->tm_mday - 1;
  return ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
}

/// What is so anyway, for solvers that would have to find it in the divisions.
static void assumeRanges(const struct tm* date) {
  __VERIFIER_assume((date->tm_sec >= 0) & (date->tm_sec < 60) & (date->tm_min >= 0) & (date->tm_min < 60));
  __VERIFIER_assume((date->tm_hour >= 0) & (date->tm_hour < 24) & (date->tm_mday >= 1) & (date->tm_mday <= 31));
  __VERIFIER_assume((date->tm_mon >= 0) & (date->tm_mon < 12) & (date->tm_wday >= 0) & (date->tm_wday < 7));
  __VERIFIER_assume((date->tm_yday >= 0) & (date->tm_yday < 366));
}

/// False where the year does not fit.
static int setDate(struct tm* date, i64 seconds) {
  const i64 days = floorDivide(seconds, 86400);
  const int rest = (int)(seconds - days * 86400);
  const i64 since = days + 719468;            // from the first of March of the year 0
  const i64 era = floorDivide(since, 146097); // 400 years
  const int day = (int)(since - era * 146097);
  const int yearOfEra = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  const int dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100); // from March on
  const int months = (5 * dayOfYear + 2) / 153;
  const i64 year = era * 400 + yearOfEra + (months >= 10);
  if (year - 1900 > INT_MAX || year - 1900 < -(i64)INT_MAX - 1) return 0;
  date->tm_sec = rest % 60;
  date->tm_min = rest / 60 % 60;
  date->tm_hour = rest / 3600;
  date->tm_mday = dayOfYear - daysOfMonths(months) + 1;
  date->tm_mon = months >= 10 ? months - 10 : months + 2;
  date->tm_year = (int)(year - 1900);
  date->tm_wday = (int)(days + 4 - floorDivide(days + 4, 7) * 7);
  date->tm_yday = months >= 10 ? dayOfYear - 306 : dayOfYear + 59 + isLeapYear(year);
  assumeRanges(date);
  return 1;
}
static int utcDate(struct tm* date, i64 seconds) {
  if (!setDate(date, seconds)) return 0;
  date->tm_isdst = 0;
  date->tm_gmtoff = 0;
  date->tm_zone = "GMT";
  return 1;
}

// ---- local time

/// A time and its local date, as far as they are known.
struct LocalTime {
  i64 time;
  struct tm date;
};
enum { kLocalTimes = 4 };
static struct LocalTime localTimes[kLocalTimes];
static int localTimeCount, nextLocalTime;
/// The zone may be another one.
static void forgetZones(void) { localTimeCount = 0; }

INPUT(long, zone_offset);
static long zoneOffset(void) {
  const long offset = __assay_input_zone_offset();
  __VERIFIER_assume(offset > -100000 && offset < 100000);
  return offset;
}
INPUT(int, summer_time);
/// Whether the local date of a time is known.
static int knownDate(struct tm* date, i64 seconds) {
  for (int i = 0; i < localTimeCount; ++i) {
    if (localTimes[i].time != seconds) continue;
    *date = localTimes[i].date;
    return 1;
  }
  return 0;
}
static int dateByOffset(struct tm* date, i64 seconds, long offset) {
  if (seconds > LLONG_MAX - 100000 || seconds < -LLONG_MAX + 100000) return 0; // no sum overflows; no year fits there
  if (!setDate(date, seconds + offset)) return 0;
  date->tm_isdst = __assay_input_summer_time() != 0;
  date->tm_gmtoff = offset;
  date->tm_zone = date->tm_isdst ? "DST" : "STD";
  localTimes[nextLocalTime] = (struct LocalTime){seconds, *date};
  nextLocalTime = (nextLocalTime + 1) % kLocalTimes;
  if (localTimeCount < kLocalTimes) ++localTimeCount;
  return 1;
}
static int localDate(struct tm* date, i64 seconds) {
  return knownDate(date, seconds) || dateByOffset(date, seconds, zoneOffset());
}

static struct tm calendarTime; // as in glibc, one for both
static struct tm* dateOrNull(struct tm* date, int isThere) {
  if (isThere) return date;
  errorNumber = EOVERFLOW;
  return NULL;
}
MODEL(struct tm*, localtime)(const time_t* time) { return dateOrNull(&calendarTime, localDate(&calendarTime, *time)); }
MODEL(struct tm*, gmtime)(const time_t* time) { return dateOrNull(&calendarTime, utcDate(&calendarTime, *time)); }
MODEL(struct tm*, localtime_r)(const time_t* time, struct tm* result) {
  return dateOrNull(result, localDate(result, *time));
}
MODEL(struct tm*, gmtime_r)(const time_t* time, struct tm* result) {
  return dateOrNull(result, utcDate(result, *time));
}

static time_t timeOrFailure(i64 seconds, int isThere) {
  if (isThere && (time_t)seconds == seconds) return (time_t)seconds;
  errorNumber = EOVERFLOW;
  return -1;
}
MODEL(time_t, timegm)(struct tm* date) {
  struct tm normal;
  const i64 seconds = secondsOf(date);
  const time_t result = timeOrFailure(seconds, utcDate(&normal, seconds));
  if (result == seconds) *date = normal;
  return result;
}
static int isSameDate(const struct tm* a, const struct tm* b) {
  return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
         a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && (a->tm_isdst < 0 || a->tm_isdst == b->tm_isdst);
}
/// The time of a local date: one that is known to have it, else any that some zone gives it. The offset that then holds
/// is another one where summer time begins or ends, or where the date was wrong about it.
static time_t localTime(struct tm* date) {
  for (int i = 0; i < localTimeCount; ++i) {
    if (!isSameDate(date, &localTimes[i].date)) continue;
    *date = localTimes[i].date;
    return (time_t)localTimes[i].time;
  }
  const long offset = zoneOffset();
  long then = offset;
  if (__assay_unspecified_choice()) {
    then = zoneOffset();
    __VERIFIER_assume(then - offset <= 7200 && offset - then <= 7200);
  }
  struct tm normal;
  const i64 seconds = secondsOf(date) - offset;
  const time_t result = timeOrFailure(seconds, knownDate(&normal, seconds) || dateByOffset(&normal, seconds, then));
  if (result == seconds) *date = normal;
  return result;
}
MODEL(time_t, mktime)(struct tm* date) { return localTime(date); }
MODEL(time_t, timelocal)(struct tm* date) { return localTime(date); }

// What these say of the zone is open once a function has looked at it; before, they are what they are in UTC.
long MODEL_NAME(timezone);
int MODEL_NAME(daylight);
char* MODEL_NAME(tzname)[2] = {"GMT", "GMT"};
MODEL(void, tzset)(void) {
  MODEL_NAME(timezone) = -zoneOffset();
  MODEL_NAME(daylight) = __assay_input_summer_time() != 0;
}
