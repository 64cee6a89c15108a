// The library models as the front end translates them, executed by the interpreter: what the native comparison cannot
// see on every host (x87's long double, the 32-bit target) and that accesses inside models are checked.
#include "frontend/frontend.h"
#include "program/interpreter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

constexpr const char* kPrologue = R"(
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#line 1
)";

class ModelRunTest : public testing::TestWithParam<uint32_t> {
protected:
  ModelRunTest() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = test->name(); // "Name/0"
    std::replace(name.begin(), name.end(), '/', '_');
    path_ = std::filesystem::path(testing::TempDir()) / ("assay_model_run_" + name + ".c");
    options_.dataModel = GetParam();
  }
  ~ModelRunTest() override { std::filesystem::remove(path_); }

  Outcome run(const std::string& text, const std::string& property, uint64_t seed = 1) {
    std::ofstream(path_) << kPrologue << text;
    options_.specification = parseSpecification({property});
    TermManager terms;
    const Program program = loadProgram({path_.string()}, options_, terms);
    SeedInputs inputs(seed);
    return Interpreter(program).run(inputs);
  }

  std::filesystem::path path_;
  FrontendOptions options_;
};

INSTANTIATE_TEST_SUITE_P(DataModels, ModelRunTest, testing::Values(32u, 64u));

TEST_P(ModelRunTest, LongDoubleFunctionsAreExact) {
  const Outcome outcome = run(R"(
double xs[] = {0.0, -0.0, 1.0, -1.5, 2.5, 1e300, -1e-300, 4.9e-324, 1234567.875, -3.25, 0.1};
int main(void) {
  for (int i = 0; i < 11; i++) for (int j = 0; j < 11; j++) {
    double x = xs[i], y = xs[j];
    if (y != 0 && !(fabs(x) > 1e200 && fabs(y) < 1e-200)) {
      CHECK((double)fmodl(x, y) == fmod(x, y));
      CHECK((double)remainderl(x, y) == remainder(x, y));
      int q1, q2; CHECK((double)remquol(x, y, &q1) == remquo(x, y, &q2)); CHECK(q1 == q2);
    }
  }
  for (int i = 0; i < 11; i++) {
    double x = xs[i]; int e1, e2; long double w1; double w2;
    CHECK((double)frexpl(x, &e1) == frexp(x, &e2)); CHECK(e1 == e2);
    CHECK((double)modfl(x, &w1) == modf(x, &w2)); CHECK((double)w1 == w2);
    if (x != 0) { CHECK(ilogbl(x) == ilogb(x)); CHECK(logbl(x) == (long double)logb(x)); }
    CHECK(ldexpl(x, 5) == (long double)x * 32);
    CHECK(scalbnl(x, -3) == (long double)x / 8);
    if (fabs(x) < 1e15) { CHECK(lroundl(x) == lround(x)); CHECK(llrintl(x) == llrint(x)); }
  }
  CHECK(nextafterl(1.0L, 2.0L) == 1.0L + 0x1p-63L);
  CHECK(nextafterl(1.0L, 0.0L) == 1.0L - 0x1p-64L);
  CHECK(nextafterl(0.0L, 1.0L) == 0x1p-16445L);
  CHECK(nextafterl(0x1p-16382L, 0) == 0x1p-16382L - 0x1p-16445L);
  CHECK(ldexpl(1.0L, -16445) == 0x1p-16445L);
  CHECK(ldexpl(1.0L, -16446) == 0);
  CHECK(ldexpl(1.5L, -16446) == 0x1p-16445L);
  CHECK(isinf(ldexpl(1.0L, 16384)));
  CHECK(ldexpl(0x1.fp-16440L, 20000) == 0x1.fp3560L);
  CHECK(nexttoward(1.0, 2.0L) == 1.0 + 0x1p-52);
  CHECK(nexttowardf(1.0f, 0.5L) == 1.0f - 0x1p-24f);
  CHECK(strtold("12.5e3", 0) == 12500.0L);
  CHECK(strtold("-0.1", 0) == -0.1L);
  CHECK(strtod("0.1", 0) == 0.1 && strtof("0.1", 0) == 0.1f);
  CHECK(fdiml(3, 1) == 2);
  return 0;
})",
                              "unreach-call");
  EXPECT_EQ(outcome.kind, Outcome::Exit) << outcome.message << " in line " << outcome.position.line;
}

TEST_P(ModelRunTest, VarargsStructsAndCallbacks) {
  const Outcome outcome = run(R"(
int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  char b[40]; CHECK(snprintf(b, 40, "%5ld|%-6llx|%s", -42L, 255LL, "hey") == 16 && !strcmp(b, "  -42|ff    |hey"));
  int a, c; char w[8]; CHECK(sscanf("12 0x1f word", "%d %i %7s", &a, &c, w) == 3 && a == 12 && c == 31 && !strcmp(w, "word"));
  div_t d = div(-7, 2); CHECK(d.quot == -3 && d.rem == -1);
  ldiv_t l = ldiv(-7, 2); CHECK(l.quot == -3 && l.rem == -1);
  lldiv_t ll = lldiv(-7, 2); CHECK(ll.quot == -3 && ll.rem == -1);
  int v[5] = {3, 1, 5, 4, 2}, key = 4;
  qsort(v, 5, sizeof(int), order);
  for (int i = 0; i < 5; i++) CHECK(v[i] == i + 1);
  CHECK(bsearch(&key, v, 5, sizeof(int), order) == v + 3);
  char t[] = "a,b;c"; CHECK(!strcmp(strtok(t, ",;"), "a") && !strcmp(strtok(0, ",;"), "b"));
  CHECK(isalpha('x') && !isdigit('x') && toupper('x') == 'X' && isspace('\n'));
  CHECK(strtol("0x7fffffff", 0, 0) == 2147483647 && strtoul("4294967295", 0, 10) == 4294967295u);
  CHECK(strtol("99999999999999999999", 0, 10) == __LONG_MAX__);
  return 0;
})",
                              "unreach-call");
  EXPECT_EQ(outcome.kind, Outcome::Exit) << outcome.message << " in line " << outcome.position.line;
}

TEST_P(ModelRunTest, CorrectUseOfMemoryIsSafe) {
  const Outcome outcome = run(R"(
int main(void) {
  char b[4] = "abc", c[3] = {'x', 'y', 'z'};
  CHECK(strlen(b) == 3 && strnlen(c, 3) == 3 && strncmp(c, "xyzw", 3) == 0 && memcmp(b, c, 3) != 0);
  strcpy(b, "de"); strcat(b, "f"); strncpy(c, "12345", 3);
  char *p = strdup(b); p = realloc(p, 10); strcat(p, "ghijkl"); CHECK(strlen(p) == 9); free(p);
  char out[4]; CHECK(snprintf(out, 4, "%d", 123456) == 6 && !strcmp(out, "123"));
  return 0;
})",
                              "memsafety");
  EXPECT_EQ(outcome.kind, Outcome::Exit) << outcome.message << " in line " << outcome.position.line;
}

TEST_P(ModelRunTest, WrongUseOfMemoryIsFound) {
  const char* const wrong[] = {
      "char b[3]; strcpy(b, \"abc\");",
      "char c[2] = {1, 2}; return strlen(c);",
      "char c[2] = {1, 2}; return memcmp(c, \"\\1\\2\\3\", 3);",
      "char b[3]; sprintf(b, \"%d\", 1000);",
      "char *p = malloc(4); free(p); return p[0] + strlen(p);",
      "return strlen(0);",
      "int x; sscanf(\"abc\", \"%s\", (char *)&x - 1);",
  };
  for (const char* statement : wrong) {
    const Outcome outcome = run(std::string("int main(void) { ") + statement + " return 0; }", "valid-deref");
    EXPECT_EQ(outcome.kind, Outcome::Error) << statement << ": " << outcomeName(outcome.kind) << outcome.message;
  }
  const Outcome outcome = run("int main(void) { char b[9]; char *p = realloc(b, 4); return 0; }", "valid-free");
  EXPECT_EQ(outcome.kind, Outcome::Error) << outcome.message;
}

TEST_P(ModelRunTest, WhatIsNotModelledSaysSo) {
  const Outcome outcome = run("int main(void) { float f; return sscanf(\"1.5\", \"%2f\", &f); }", "unreach-call");
  EXPECT_EQ(outcome.kind, Outcome::Unsupported);
  EXPECT_NE(outcome.message.find("format"), std::string::npos) << outcome.message;
}

} // namespace
} // namespace assay
