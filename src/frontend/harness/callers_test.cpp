#include "frontend/harness/callers.h"

#include "util/error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace assay {
namespace {

class CallersTest : public testing::Test {
protected:
  CallersTest() : folder_(std::filesystem::path(testing::TempDir()) / "assay-callers") {
    std::filesystem::create_directories(folder_);
  }
  ~CallersTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  Callers callersIn(const std::string& text) {
    contents_.push_back(contentsOf(write("a.c", text), FrontendOptions()));
    EXPECT_EQ(contents_.back().obstacle, "");
    return callersOf({&contents_.back()});
  }
  FunctionCalls callsOf(const Callers& callers, const std::string& name) {
    return callers.functions.at(definitionName((folder_ / "a.c").string(), name));
  }
  /// How many calls there are of "static void f(int *p)", how many pass what is not null, and how many null.
  std::string callsOfF(const std::string& text) {
    const Callers callers = callersIn("static void f(int *p) { *p = 1; }\n" + text);
    const FunctionCalls calls = callsOf(callers, "f");
    if (calls.parameters.empty()) return "none";
    const ParameterCalls& first = calls.parameters[0];
    return std::to_string(first.calls) + " " + std::to_string(first.notNull) + " " + std::to_string(first.null);
  }

  std::filesystem::path folder_;
  std::vector<FileContents> contents_;
};

TEST_F(CallersTest, WhatIsNotNull) {
  EXPECT_EQ(callsOfF("void g(void) { int x, a[3]; f(&x); f(a); f(a + 1); }"), "3 3 0");
  EXPECT_EQ(callsOfF("void g(int *q) { f(q); }"), "1 0 0");
  EXPECT_EQ(callsOfF("void g(void) { f(0); }"), "1 0 1");
  EXPECT_EQ(callsOfF("void g(int *q) { if (q) f(q); }"), "1 1 0");
  EXPECT_EQ(callsOfF("void g(int *q) { if (q) return; f(q); }"), "1 0 0");
  EXPECT_EQ(callsOfF("void g(int *q) { if (!q) return; f(q); }"), "1 1 0");
  EXPECT_EQ(callsOfF("void g(int *q, int *r) { if (q == 0 || !r) return; f(q); f(r); }"), "2 2 0");
  EXPECT_EQ(callsOfF("void g(int *q, int *r) { if (q == 0 && !r) return; f(q); f(r); }"), "2 0 0");
  EXPECT_EQ(callsOfF("void g(int *q) { *q = 1; f(q); }"), "1 1 0");
  EXPECT_EQ(callsOfF("int *h(void); void g(void) { int *q = h(); f(q); }"), "1 0 0");
  EXPECT_EQ(callsOfF("int *h(void); void g(void) { int *q; if ((q = h()) != 0) f(q); }"), "1 1 0");
}

TEST_F(CallersTest, WhatIsKnownIsForgottenWhereItChanges) {
  EXPECT_EQ(callsOfF("int *h(void); void g(int *q) { if (q) { q = h(); f(q); } }"), "1 0 0");
  EXPECT_EQ(callsOfF("int *h(void); void g(int *q) { if (!q) return; while (*q) { f(q); q = h(); } }"), "1 1 0");
  EXPECT_EQ(callsOfF("int *h(void); void g(int *q, int n) { if (!q) return; while (n--) { f(q); q = h(); } }"),
            "1 0 0");
  EXPECT_EQ(callsOfF("void k(int **); void g(int *q) { if (!q) return; k(&q); f(q); }"), "1 0 0");
  EXPECT_EQ(callsOfF("void g(int *q, int n) { if (n) goto out; if (!q) return; out: f(q); }"), "1 0 0");
  EXPECT_EQ(callsOfF("void g(int *q, int n) { switch (n) { case 1: if (!q) return; case 2: f(q); } }"), "1 0 0");
}

TEST_F(CallersTest, WhatIsPassedOn) {
  const std::string f = "static int f(int *p) { return *p; }\n";
  // All callers of a static function are known, unless it has an address.
  const std::string g = "static int g(int *q) { return f(q); }\n";
  EXPECT_EQ(callsOf(callersIn(f + g + "int h(void) { int x; return g(&x); }"), "f").parameters[0].notNull, 1u);
  EXPECT_EQ(callsOf(callersIn(f + g + "int h(int *r) { return g(r); }"), "f").parameters[0].notNull, 0u);
  EXPECT_EQ(callsOf(callersIn(f + g + "int (*k)(int *) = g; int h(void) { int x; return g(&x); }"), "f")
                .parameters[0]
                .notNull,
            0u);
  EXPECT_EQ(callsOf(callersIn(f + "int g(int *q) { return f(q); } int h(void) { int x; return g(&x); }"), "f")
                .parameters[0]
                .notNull,
            0u);
}

TEST_F(CallersTest, ArraysAndTypes) {
  const Callers callers = callersIn("struct s { int x; }; void f(void *p, char *to, int n, int m) {}\n"
                                    "void g(int k) { struct s x; char a[5], b[9]; f(&x, a, 1, k); f(&x, b, 2, 0); }\n");
  const FunctionCalls calls = callsOf(callers, "f");
  EXPECT_FALSE(calls.isClosed);
  ASSERT_EQ(calls.parameters.size(), 4u);
  EXPECT_EQ(calls.parameters[0].type, "struct s");
  EXPECT_EQ(calls.parameters[1].elements, 5u);
  EXPECT_EQ(calls.parameters[2].numbers, (std::set<int64_t>{1, 2}));
  EXPECT_TRUE(calls.parameters[2].others == 0 && calls.parameters[3].others == 1);
}

TEST_F(CallersTest, ObjectsThatAreNamed) {
  const Callers callers = callersIn("struct s { int x; } one, two, many[3]; void f(struct s *p, struct s *q) {}\n"
                                    "void g(struct s *r) { f(&one, &two); f(many, r); f(&many[1], &one); }\n"
                                    "void h(void) { f(many, &one); }\n");
  const Callers again = readCallers(write("text", callersText(callers)));
  for (const Callers& known : {callers, again}) {
    const FunctionCalls calls = callsOf(known, "f");
    ASSERT_EQ(calls.parameters.size(), 2u);
    EXPECT_EQ(calls.parameters[0].named, 3u); // not the one into the middle
    EXPECT_EQ(calls.parameters[0].objects, (std::set<std::string>{"many", "one"}));
    EXPECT_EQ(calls.parameters[1].named, 3u);
    EXPECT_EQ(calls.parameters[1].objects, (std::set<std::string>{"one", "two"}));
  }
}

TEST_F(CallersTest, GlobalsAndTheirText) {
  const Callers callers = callersIn("struct s { int x; }; int *p; static int mode; char *name = \"x\";\n"
                                    "void set(int n, struct s *s) { mode = 3; mode = -1; p = &n; s->x = 1; }\n"
                                    "int count; void more(void) { count++; name = 0; }\n"
                                    "struct calls { void (*f)(void); } calls, given = {more}; void other(void);\n"
                                    "int main(void) { calls.f = given.f = other; }\n");
  const auto global = [&](const Callers& from, const std::string& name) {
    return from.globals.at(definitionName((folder_ / "a.c").string(), name));
  };
  const Callers again = readCallers(write("text", callersText(callers)));
  EXPECT_EQ(callersText(again), callersText(callers));
  for (const Callers& known : {callers, again}) {
    EXPECT_TRUE(global(known, "p").beginsNull && global(known, "p").notNull == 1);
    EXPECT_EQ(global(known, "mode").numbers, (std::set<int64_t>{-1, 3}));
    EXPECT_EQ(global(known, "count").others, 1u);
    EXPECT_EQ(global(known, "name").null, 1u);
    EXPECT_TRUE(known.kept.contains("struct s"));
    EXPECT_TRUE(global(known, "calls").others == 1 && global(known, "calls").isStoredByMain);
    EXPECT_TRUE(global(known, "calls").beginsNull && !global(known, "given").beginsNull);
  }
}

TEST_F(CallersTest, WhatDoesNotReadAsSuch) {
  for (const std::string text :
       {"", "assay-callers 2\nparameter\t0\t1\t1\t0\t0\t0\t-\t1\t\n", "assay-callers 2\nfunction\ta\n",
        "assay-callers 2\nelse\n", "assay-callers 2\nfunction\ta\tf\topen\nparameter\t0\tx\t1\t0\t0\t0\t-\t1\t\n"})
    EXPECT_THROW(readCallers(write("text", text)), InputError) << text;
}

} // namespace
} // namespace assay
