// What a program learns from outside: random numbers, variables of the environment, time, the file system. Each such
// value is an input, bounded by what the function promises.
#include "assay_models.h"

MODEL(int*, __errno_location)(void) { return &errorNumber; }

INPUT(int, rand);
static int randomNumber(void) {
  const int value = __assay_input_rand();
  __VERIFIER_assume(value >= 0);
  return value;
}
MODEL(int, rand)(void) { return randomNumber(); }
MODEL(void, srand)(unsigned seed) { (void)seed; }
MODEL(int, rand_r)(unsigned* seed) {
  *seed = (unsigned)__assay_input_rand();
  return randomNumber();
}
MODEL(long, random)(void) { return randomNumber(); }
MODEL(void, srandom)(unsigned seed) { (void)seed; }
MODEL(long, lrand48)(void) { return randomNumber(); }
MODEL(long, mrand48)(void) { return __assay_input_rand(); }
MODEL(void, srand48)(long seed) { (void)seed; }
INPUT(double, drand48);
MODEL(double, drand48)(void) {
  const double value = __assay_input_drand48();
  __VERIFIER_assume(value >= 0 && value < 1);
  return value;
}

INPUT(int, getenv_found);
INPUT(size_t, getenv_length);
MODEL(char*, getenv)(const char* name) {
  static char* value; // keeps it reachable: the program does not own it
  if (!__assay_input_getenv_found()) return NULL;
  const size_t length = __assay_input_getenv_length();
  __VERIFIER_assume(length < 0x20000); // the kernel's limit for one string
  value = malloc(length + 1);
  __VERIFIER_assume(value != NULL);
  __VERIFIER_nondet_memory(value, length);
  value[length] = 0;
  return value;
}
MODEL(char*, secure_getenv)(const char* name) { __assay_unsupported("secure_getenv"); }
INPUT(int, system);
MODEL(int, system)(const char* command) { return __assay_input_system(); }

typedef long time_t;
struct timeval {
  long seconds, microseconds;
};
struct timespec {
  long seconds, nanoseconds;
};

INPUT(time_t, time);
MODEL(time_t, time)(time_t* result) {
  const time_t now = __assay_input_time();
  if (result != NULL) *result = now;
  return now;
}
INPUT(long, clock);
MODEL(long, clock)(void) { return __assay_input_clock(); }
MODEL(double, difftime)(time_t later, time_t earlier) { return (double)later - (double)earlier; }
INPUT(int, gettimeofday);
INPUT(long, microseconds);
MODEL(int, gettimeofday)(struct timeval* now, void* zone) {
  if (now != NULL) {
    now->seconds = __assay_input_time();
    now->microseconds = __assay_input_microseconds();
    __VERIFIER_assume(now->microseconds >= 0 && now->microseconds < 1000000);
  }
  return 0;
}
INPUT(int, clock_gettime);
INPUT(long, nanoseconds);
MODEL(int, clock_gettime)(int clock, struct timespec* now) {
  if (__assay_input_clock_gettime()) {
    errorNumber = EINVAL;
    return -1;
  }
  now->seconds = __assay_input_time();
  now->nanoseconds = __assay_input_nanoseconds();
  __VERIFIER_assume(now->nanoseconds >= 0 && now->nanoseconds < 1000000000);
  return 0;
}

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char* tm_zone;
};
INPUT(int, calendar);
static int calendarField(int low, int high) {
  const int value = __assay_input_calendar();
  __VERIFIER_assume(value >= low && value <= high);
  return value;
}
static void fillCalendar(struct tm* t) {
  t->tm_sec = calendarField(0, 60);
  t->tm_min = calendarField(0, 59);
  t->tm_hour = calendarField(0, 23);
  t->tm_mday = calendarField(1, 31);
  t->tm_mon = calendarField(0, 11);
  t->tm_year = __assay_input_calendar();
  t->tm_wday = calendarField(0, 6);
  t->tm_yday = calendarField(0, 365);
  t->tm_isdst = calendarField(0, 1);
  t->tm_gmtoff = 0;
  t->tm_zone = "UTC";
}
static struct tm calendarTime;
static struct tm* staticCalendar(const time_t* time) {
  (void)*(volatile const time_t*)time;
  fillCalendar(&calendarTime);
  return &calendarTime;
}
MODEL(struct tm*, localtime)(const time_t* time) { return staticCalendar(time); }
MODEL(struct tm*, gmtime)(const time_t* time) { return staticCalendar(time); }
MODEL(struct tm*, localtime_r)(const time_t* time, struct tm* result) {
  (void)*(volatile const time_t*)time;
  fillCalendar(result);
  return result;
}
MODEL(struct tm*, gmtime_r)(const time_t* time, struct tm* result) {
  (void)*(volatile const time_t*)time;
  fillCalendar(result);
  return result;
}
MODEL(time_t, mktime)(struct tm* t) {
  fillCalendar(t);
  return __assay_input_time();
}

UNSPECIFIED(unsigned, sleep);
MODEL(unsigned, sleep)(unsigned seconds) {
  const unsigned left = __assay_unspecified_sleep();
  __VERIFIER_assume(left <= seconds);
  return left;
}
UNSPECIFIED(int, usleep);
static int zeroOrFailure(void) { return __assay_unspecified_usleep() ? -1 : 0; }
MODEL(int, usleep)(unsigned microseconds) { return zeroOrFailure(); }
MODEL(int, nanosleep)(const struct timespec* wanted, struct timespec* left) {
  if (wanted->nanoseconds < 0 || wanted->nanoseconds > 999999999) return -1;
  if (zeroOrFailure() == 0) return 0;
  if (left != NULL) *left = *wanted;
  return -1;
}
MODEL(int, sched_yield)(void) { return 0; }

INPUT(int, descriptor);
static int descriptor(void) {
  const int value = __assay_input_descriptor();
  __VERIFIER_assume(value >= -1);
  return value;
}
MODEL(int, open)(const char* path, int flags, ...) { return descriptor(); }
MODEL(int, close)(int file) { return zeroOrFailure(); }
INPUT(ssize_t, transferred);
static ssize_t transferred(size_t most) {
  const ssize_t count = __assay_input_transferred();
  __VERIFIER_assume(count >= -1 && (count < 0 || (size_t)count <= most));
  return count;
}
MODEL(ssize_t, read)(int file, void* buffer, size_t size) {
  const ssize_t count = transferred(size);
  if (count > 0) __VERIFIER_nondet_memory(buffer, (size_t)count);
  return count;
}
MODEL(ssize_t, write)(int file, const void* buffer, size_t size) { return transferred(size); }
INPUT(int, isatty);
MODEL(int, isatty)(int file) { return __assay_input_isatty() != 0; }
MODEL(int, unlink)(const char* path) { return zeroOrFailure(); }
INPUT(int, getpid);
static int processId(void) {
  const int id = __assay_input_getpid();
  __VERIFIER_assume(id > 0);
  return id;
}
MODEL(int, getpid)(void) { return processId(); }
MODEL(int, getppid)(void) { return processId(); }
INPUT(unsigned, getuid);
MODEL(unsigned, getuid)(void) { return __assay_input_getuid(); }
MODEL(unsigned, geteuid)(void) { return __assay_input_getuid(); }
MODEL(unsigned, getgid)(void) { return __assay_input_getuid(); }
MODEL(unsigned, getegid)(void) { return __assay_input_getuid(); }

UNSPECIFIED(int, setlocale);
MODEL(char*, setlocale)(int category, const char* locale) {
  static char name[2] = "C";
  if (locale == NULL || (locale[0] == 'C' && locale[1] == 0)) return name;
  __assay_unsupported("a locale other than C");
}
