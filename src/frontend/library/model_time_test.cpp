// time.h, random numbers and what else depends on the world outside: the models against the host.
#include "frontend/library/testing/model_test.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <vector>

extern "C" {
int* model___errno_location();
tm* model_gmtime_r(const time_t*, tm*);
tm* model_gmtime(const time_t*);
tm* model_localtime(const time_t*);
time_t model_timegm(tm*);
time_t model_mktime(tm*);
double model_difftime(time_t, time_t);
size_t model_strftime(char*, size_t, const char*, const tm*);
char* model_asctime(const tm*);
int model_timespec_get(timespec*, int);
int model_rand();
void model_srand(unsigned);
int model_rand_r(unsigned*);
int model_getpid();
int model_abs(int);
long model_labs(long);
div_t model_div(int, int);
void* model_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
void model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void* model_lfind(const void*, const void*, size_t*, size_t, int (*)(const void*, const void*));
void* model_realloc(void*, size_t);
int model_pthread_mutex_init(void*, const void*);
int model_pthread_mutex_lock(void*);
int model_pthread_mutex_trylock(void*);
int model_pthread_mutex_unlock(void*);
int model_pthread_mutex_destroy(void*);
}

namespace assay {
namespace {

std::vector<int> fields(const tm& date) {
  return {date.tm_sec,  date.tm_min,  date.tm_hour, date.tm_mday, date.tm_mon,
          date.tm_year, date.tm_wday, date.tm_yday, date.tm_isdst};
}

class ModelTimeTest : public ModelTest {
protected:
  time_t anyTime() {
    switch (below(4)) {
    case 0:
      return static_cast<time_t>(below(4000000000u));
    case 1:
      return static_cast<time_t>(random_() % 600000000000u) - 300000000000;
    case 2:
      return static_cast<time_t>(random_());
    default:
      return static_cast<time_t>(random_() >> 7) - (time_t(1) << 56);
    }
  }
};

TEST_F(ModelTimeTest, DatesInUtc) {
  for (int round = 0; round < kRounds; ++round) {
    const time_t time = anyTime();
    tm wanted{};
    tm got{};
    const tm* const real = gmtime_r(&time, &wanted);
    const tm* const model = model_gmtime_r(&time, &got);
    ASSERT_EQ(real == nullptr, model == nullptr) << time;
    if (real == nullptr) continue;
    EXPECT_EQ(fields(wanted), fields(got)) << time;
    EXPECT_EQ(model_timegm(&got), time);
    for (int* field : {&wanted.tm_sec, &wanted.tm_min, &wanted.tm_hour, &wanted.tm_mday, &wanted.tm_mon})
      *field = below(2) ? static_cast<int>(below(200)) - 100 : static_cast<int>(random_());
    wanted.tm_year = static_cast<int>(below(4000)) - 2000;
    got = wanted;
    const time_t seconds = timegm(&wanted);
    EXPECT_EQ(model_timegm(&got), seconds);
    EXPECT_EQ(fields(wanted), fields(got)) << seconds;
  }
  const time_t last = LONG_MAX;
  errno = *model___errno_location() = 0;
  EXPECT_EQ(model_localtime(&last), nullptr);
  EXPECT_EQ(localtime(&last), nullptr);
  EXPECT_EQ(errno, *model___errno_location());
}

TEST_F(ModelTimeTest, LocalTimeAndBack) {
  for (long offset : {0L, 3600L, -12345L})
    for (int round = 0; round < 50; ++round) {
      const auto time = static_cast<time_t>(below(4000000000u));
      inputSource() = [&](void* to, size_t size) {
        std::memset(to, 0, size);
        if (size == sizeof offset) std::memcpy(to, &offset, size);
      };
      tm date = *model_localtime(&time);
      inputSource() = [](void*, size_t) { FAIL() << "this date is known"; };
      EXPECT_EQ(model_mktime(&date), time);
      EXPECT_EQ(fields(date), fields(*model_localtime(&time)));
      const time_t shifted = time + offset;
      EXPECT_EQ(date.tm_hour, model_gmtime(&shifted)->tm_hour);
    }
}

TEST_F(ModelTimeTest, DatesAsText) {
  static constexpr const char* kFormats[] = {"%a %A %b %B|%c|%C|%d|%D|%e|%F", "%g %G %V|%h|%H|%I|%j|%m|%M%n%p",
                                             "%r|%R|%S%t%T|%u|%U|%w|%W|%x|%X", "%y|%Y|%%|%Ec %Od"};
  for (int round = 0; round < kRounds; ++round) {
    const auto time = static_cast<time_t>(random_() % 200000000000u) - 40000000000;
    tm date{};
    gmtime_r(&time, &date);
    for (const char* format : kFormats) {
      char wanted[200];
      char got[200];
      const size_t size = below(3) == 0 ? below(60) : sizeof got;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      const size_t length = strftime(wanted, size, format, &date);
#pragma GCC diagnostic pop
      ASSERT_EQ(model_strftime(got, size, format, &date), length) << format;
      if (length != 0) {
        EXPECT_STREQ(wanted, got) << format << " of " << time;
      }
    }
    EXPECT_STREQ(model_asctime(&date), asctime(&date));
  }
}

TEST_F(ModelTimeTest, Differences) {
  for (int round = 0; round < kRounds; ++round) {
    const time_t a = anyTime();
    const time_t b = anyTime();
    EXPECT_EQ(difftime(a, b), model_difftime(a, b)) << a << " " << b;
  }
  timespec now{};
  EXPECT_EQ(model_timespec_get(&now, TIME_UTC), TIME_UTC);
  EXPECT_EQ(model_timespec_get(&now, 77), timespec_get(&now, 77));
}

TEST_F(ModelTimeTest, SequencesRepeat) {
  int next = 0;
  inputSource() = [&](void* to, size_t size) { std::memcpy(to, &next, std::min(size, sizeof next)); };
  auto draw = [&](int value) {
    next = value;
    return model_rand();
  };
  model_srand(3);
  EXPECT_EQ(draw(7), 7);
  EXPECT_EQ(draw(8), 8);
  model_srand(3);
  EXPECT_THROW(draw(8), AssumptionFailed);
  EXPECT_EQ(draw(7), 7);
  EXPECT_EQ(draw(8), 8);
  EXPECT_EQ(draw(9), 9);
  model_srand(4);
  EXPECT_EQ(draw(5), 5);
  unsigned seed = 9;
  next = 1;
  EXPECT_EQ(model_rand_r(&seed), 1);
  seed = 9;
  next = 2;
  EXPECT_THROW(model_rand_r(&seed), AssumptionFailed);
  EXPECT_THROW(draw(-1), AssumptionFailed);
  next = 77;
  EXPECT_EQ(model_getpid(), 77);
  next = 78;
  EXPECT_EQ(model_getpid(), 77);
}

TEST_F(ModelTimeTest, IntegersThatHaveNoResult) {
  EXPECT_EQ(model_abs(-5), 5);
  EXPECT_EQ(model_abs(-INT_MAX), INT_MAX);
  EXPECT_THROW(model_abs(INT_MIN), SignedOverflow);
  EXPECT_THROW(model_labs(LONG_MIN), SignedOverflow);
  EXPECT_EQ(model_div(-7, 2).rem, -1);
  EXPECT_THROW(model_div(INT_MIN, -1), SignedOverflow);
}

struct Item {
  int key;
  int value;
};
int byKey(const void* a, const void* b) { return static_cast<const Item*>(a)->key - static_cast<const Item*>(b)->key; }

/// Choices take equal elements to every order, and every match is found.
TEST_F(ModelTimeTest, EqualElements) {
  std::vector<bool> found(6);
  std::vector<bool> matched(4);
  for (int round = 0; round < 400; ++round) {
    inputSource() = [&](void* to, size_t size) {
      std::memset(to, 0, size);
      *static_cast<char*>(to) = static_cast<char>(below(2));
    };
    Item items[4] = {{1, 0}, {1, 1}, {1, 2}, {0, 3}};
    model_qsort(items, 4, sizeof(Item), byKey);
    EXPECT_EQ(items[0].value, 3);
    found[static_cast<size_t>(items[1].value * 2 + (items[2].value > items[3].value))] = true;
    const Item key = {1, 0};
    auto* match = static_cast<const Item*>(model_bsearch(&key, items, 4, sizeof(Item), byKey));
    matched[static_cast<size_t>(match - items)] = true;
    size_t count = 4;
    EXPECT_EQ(model_lfind(&key, items, &count, sizeof(Item), byKey), items + 1);
  }
  EXPECT_EQ(found, std::vector<bool>(6, true));
  EXPECT_EQ(matched, std::vector<bool>({false, true, true, true}));
}

TEST_F(ModelTimeTest, BlocksMayStay) {
  for (int choice : {0, 1}) {
    inputSource() = [choice](void* to, size_t) { std::memcpy(to, &choice, sizeof choice); };
    auto* block = static_cast<char*>(std::malloc(24));
    std::strcpy(block, "text");
    auto* same = static_cast<char*>(model_realloc(block, malloc_usable_size(block)));
    EXPECT_EQ(same == block, choice == 1);
    EXPECT_STREQ(same, "text");
    std::free(same);
  }
}

TEST_F(ModelTimeTest, MutexesWithoutThreads) {
  alignas(8) char mutex[48];
  const int recursive = 1;
  EXPECT_EQ(model_pthread_mutex_init(mutex, nullptr), 0);
  EXPECT_EQ(model_pthread_mutex_lock(mutex), 0);
  EXPECT_EQ(model_pthread_mutex_trylock(mutex), EBUSY);
  EXPECT_EQ(model_pthread_mutex_destroy(mutex), EBUSY);
  EXPECT_EQ(model_pthread_mutex_unlock(mutex), 0);
  EXPECT_EQ(model_pthread_mutex_destroy(mutex), 0);
  EXPECT_EQ(model_pthread_mutex_init(mutex, &recursive), 0);
  EXPECT_EQ(model_pthread_mutex_unlock(mutex), EPERM);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(model_pthread_mutex_lock(mutex), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(model_pthread_mutex_unlock(mutex), 0);
  EXPECT_EQ(model_pthread_mutex_unlock(mutex), EPERM);
}

} // namespace
} // namespace assay
