// Small C programs with threads, under all schedules.
#include "frontend/frontend.h"
#include "program/testing/all_schedules.h"
#include "program/threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

class LowerThreadsTest : public testing::Test {
protected:
  LowerThreadsTest() {
    path_ = std::filesystem::path(testing::TempDir()) /
            (std::string("assay_threads_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".c");
  }
  ~LowerThreadsTest() override { std::filesystem::remove(path_); }

  Program load(const std::string& text, const std::vector<std::string>& properties) {
    std::ofstream(path_) << "#include <pthread.h>\n" << text;
    FrontendOptions options;
    options.specification = parseSpecification(properties);
    return loadProgram({path_.string()}, options, terms_);
  }
  /// How executions end; those that the environment excludes do not count.
  std::string endings(const std::string& text, const std::vector<std::string>& properties = {"unreach-call"}) {
    const Program program = load(text, properties);
    const AllSchedules all = runAllSchedules(program, {}, {.steps = 100'000, .executions = 300'000});
    return all.text(program) + (all.isComplete ? "" : ", ...");
  }
  /// Two threads run f, and main returns the result.
  static std::string twice(const std::string& result) {
    return "int main(void) {\n"
           "  pthread_t a, b;\n"
           "  pthread_create(&a, 0, f, 0);\n"
           "  pthread_create(&b, 0, f, 0);\n"
           "  pthread_join(a, 0);\n"
           "  pthread_join(b, 0);\n"
           "  return " +
           result + ";\n}\n";
  }
  template <class Action>
  static size_t count(const Program& program) {
    size_t result = 0;
    for (const Edge& edge : program.edges())
      result += std::ranges::count_if(edge.operations, [](const Operation& o) { return o.as<Action>() != nullptr; });
    return result;
  }

  std::filesystem::path path_;
  TermManager terms_;
};

TEST_F(LowerThreadsTest, AnUpdateIsTwoSteps) {
  const std::string text = "int x;\nvoid* f(void* p) { x++; return 0; }\n" + twice("x");
  EXPECT_EQ(endings(text), "exit 1, exit 2");
  EXPECT_EQ(endings(text, {"no-data-race"}), "exit 2, error(no-data-race)");
  EXPECT_EQ(endings(text, {}), "exit 2, error(no-data-race)");
}

TEST_F(LowerThreadsTest, AMutexKeepsOthersAway) {
  const std::string text = "int x;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                           "void* f(void* p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n" +
                           twice("x");
  EXPECT_EQ(endings(text, {"no-data-race", "no-deadlock", "memsafety"}), "exit 2");
}

TEST_F(LowerThreadsTest, AtomicRegions) {
  const std::string begin = "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\nint x;\n";
  EXPECT_EQ(endings(begin +
                        "void* f(void* p) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }\n" +
                        twice("x"),
                    {"no-data-race"}),
            "exit 2");
  EXPECT_EQ(endings("int x;\nvoid __VERIFIER_atomic_add(void) { x++; }\n"
                    "void* f(void* p) { __VERIFIER_atomic_add(); return 0; }\n" +
                        twice("x"),
                    {"no-data-race"}),
            "exit 2");
  // An access outside of a region races with one inside.
  EXPECT_EQ(endings(begin + "void* f(void* p) { __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }\n"
                            "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int y = x; pthread_join(t, 0); "
                            "return y; }\n",
                    {"no-data-race"}),
            "exit 0, error(no-data-race)");
}

TEST_F(LowerThreadsTest, AtomicObjects) {
  EXPECT_EQ(endings("_Atomic int x;\nvoid* f(void* p) { x++; return 0; }\n" + twice("x"), {"no-data-race"}), "exit 2");
  EXPECT_EQ(endings("_Atomic int x;\nvoid* f(void* p) { x = x + 1; return 0; }\n" + twice("x"), {"no-data-race"}),
            "exit 1, exit 2");
  EXPECT_EQ(
      endings("int x;\nvoid* f(void* p) { int old = 0; while (!__atomic_compare_exchange_n(&x, &old, old + 1, 0, 5, "
              "5)); return 0; }\n" +
                  twice("x"),
              {"no-data-race"}),
      "exit 2");
  // An atomic access and a plain one.
  EXPECT_NE(endings("int x;\nvoid* f(void* p) { __atomic_fetch_add(&x, 1, 5); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; return 0; }\n",
                    {"no-data-race"})
                .find("error(no-data-race)"),
            std::string::npos);
  const Program program =
      load("int x;\nvoid* f(void* p) { __atomic_store_n(&x, 1, __ATOMIC_RELEASE); return 0; }\n" + twice("0"),
           {"no-data-race"});
  ASSERT_EQ(program.assumptions.size(), 1u);
  EXPECT_NE(program.assumptions[0].message.find("sequential consistency"), std::string::npos);
}

TEST_F(LowerThreadsTest, LocksInEitherOrder) {
  const std::string text =
      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
      "void both(pthread_mutex_t* a, pthread_mutex_t* b) {\n"
      "  pthread_mutex_lock(a); pthread_mutex_lock(b);\n"
      "  pthread_mutex_unlock(b); pthread_mutex_unlock(a);\n}\n"
      "void* f(void* p) { both(&n, &m); return 0; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); both(&m, &n); pthread_join(t, 0); "
      "return 0; }\n";
  EXPECT_EQ(endings(text, {"no-data-race"}), "exit 0, blocked");
  EXPECT_EQ(endings(text, {"no-deadlock"}), "exit 0, error(no-deadlock)");
}

TEST_F(LowerThreadsTest, EachThreadHasItsOwn) {
  EXPECT_EQ(endings("_Thread_local int x = 3;\nint sum;\nvoid __VERIFIER_atomic_add(int n) { sum += n; }\n"
                    "void* f(void* p) { x++; __VERIFIER_atomic_add(x); return 0; }\n" +
                        twice("sum + x"),
                    {"no-data-race"}),
            "exit 11");
  EXPECT_EQ(endings("_Thread_local int x[2] = {3, 4};\nint sum;\nvoid __VERIFIER_atomic_add(int n) { sum += n; }\n"
                    "int* at(int i) { return &x[i]; }\n"
                    "void* f(void* p) { ++*at(1); __VERIFIER_atomic_add(*at(1)); return 0; }\n"
                    "int main(void) { pthread_t t; *at(1) = 9; pthread_create(&t, 0, f, 0); pthread_join(t, 0); "
                    "return sum + *at(1); }\n",
                    {"no-data-race", "memsafety"}),
            "exit 14");
  EXPECT_EQ(endings("#include <errno.h>\n"
                    "void* f(void* p) { errno = 7; return 0; }\n"
                    "int main(void) { pthread_t t; errno = 1; pthread_create(&t, 0, f, 0); pthread_join(t, 0); "
                    "return errno; }\n",
                    {"no-data-race", "memsafety"}),
            "exit 1");
}

TEST_F(LowerThreadsTest, TheEndOfThreads) {
  EXPECT_EQ(endings("void* f(void* p) { return (char*)p + 1; }\n"
                    "int main(void) { pthread_t t; void* r; pthread_create(&t, 0, f, (void*)4); pthread_join(t, &r); "
                    "return (int)(long)r; }\n",
                    {"no-data-race"}),
            "exit 5");
  // The return from main ends all, and others may go on until then.
  EXPECT_EQ(endings("void reach_error(void);\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                    "void* f(void* p) { pthread_mutex_lock(&m); reach_error(); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, f, 0); return 0; }\n"),
            "exit 0");
  EXPECT_EQ(endings("void reach_error(void);\nvoid* f(void* p) { reach_error(); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 0; }\n"),
            "exit 0, error(unreach-call)");
  EXPECT_EQ(endings("void reach_error(void);\nint x;\nvoid* f(void* p) { if (x) reach_error(); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_exit(0); }\n"),
            "halt 0, error(unreach-call)");
  EXPECT_EQ(endings("#include <stdlib.h>\nvoid* f(void* p) { free(p); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, malloc(1)); pthread_exit(0); }\n",
                    {"memsafety", "memcleanup"}),
            "halt 0");
  EXPECT_EQ(endings("#include <stdlib.h>\nvoid* f(void* p) { malloc(1); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_exit(0); }\n",
                    {"memcleanup"}),
            "error(valid-memcleanup)");
}

TEST_F(LowerThreadsTest, MemoryOfOthers) {
  EXPECT_NE(
      endings("#include <stdlib.h>\nvoid* f(void* p) { free(p); return 0; }\n"
              "int main(void) { pthread_t t; int* p = malloc(4); *p = 1; pthread_create(&t, 0, f, p); int x = *p; "
              "pthread_join(t, 0); return x; }\n",
              {"valid-deref", "no-data-race"})
          .find("error(valid-deref)"),
      std::string::npos);
  // A local that another thread knows.
  const std::string local = "void* f(void* p) { ++*(int*)p; return 0; }\n"
                            "int main(void) { pthread_t t; int x = 1; pthread_create(&t, 0, f, &x); ";
  EXPECT_EQ(endings(local + "pthread_join(t, 0); return x; }\n", {"no-data-race"}), "exit 2");
  EXPECT_NE(
      endings(local + "int y = x; pthread_join(t, 0); return y; }\n", {"no-data-race"}).find("error(no-data-race)"),
      std::string::npos);
  // Structs are copied as a whole, and library functions access what they are given.
  const std::string use = "struct S { int a, b; } s, c;\nchar text[4];\n"
                          "void* f(void* p) { s.b = 1; text[1] = 'x'; return 0; }\n"
                          "#include <string.h>\n"
                          "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ";
  EXPECT_NE(endings(use + "c = s; return 0; }\n", {"no-data-race"}).find("error(no-data-race)"), std::string::npos);
  EXPECT_NE(endings(use + "text[0] = 'x'; return strlen(text) > 5; }\n", {"no-data-race"}).find("error(no-data-race)"),
            std::string::npos);
  EXPECT_EQ(endings(use + "return s.a; }\n", {"no-data-race"}).find("error(no-data-race)"), std::string::npos);
}

TEST_F(LowerThreadsTest, OtherPrimitives) {
  EXPECT_EQ(endings("#include <semaphore.h>\nsem_t s;\nint x;\n"
                    "void* f(void* p) { x = 5; sem_post(&s); return 0; }\n"
                    "int main(void) { pthread_t t; sem_init(&s, 0, 0); pthread_create(&t, 0, f, 0); sem_wait(&s); "
                    "return x; }\n",
                    {"no-data-race", "no-deadlock"}),
            "exit 5");
  EXPECT_EQ(endings("pthread_barrier_t b;\nint x;\n"
                    "void* f(void* p) { x = 5; pthread_barrier_wait(&b); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); "
                    "pthread_barrier_wait(&b); return x; }\n",
                    {"no-data-race", "no-deadlock"}),
            "exit 5");
  EXPECT_EQ(endings("pthread_once_t o = PTHREAD_ONCE_INIT;\nint x;\nvoid g(void) { x++; }\n"
                    "void* f(void* p) { pthread_once(&o, g); return 0; }\n" +
                        twice("x"),
                    {"no-data-race", "no-deadlock"}),
            "exit 1");
  EXPECT_EQ(endings("pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\nint x;\n"
                    "void* f(void* p) { pthread_rwlock_wrlock(&l); x++; pthread_rwlock_unlock(&l); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_rwlock_rdlock(&l); int y = x; "
                    "pthread_rwlock_unlock(&l); pthread_join(t, 0); return x - 1; }\n",
                    {"no-data-race", "no-deadlock"}),
            "exit 0");
  EXPECT_EQ(endings("pthread_key_t k;\nint x;\nvoid d(void* p) { x += (int)(long)p; }\n"
                    "void* f(void* p) { pthread_setspecific(k, (void*)3); return 0; }\n"
                    "int main(void) { pthread_t t; pthread_key_create(&k, d); pthread_create(&t, 0, f, 0); "
                    "pthread_join(t, 0); return x + (pthread_getspecific(k) != 0); }\n",
                    {"no-data-race", "no-deadlock"}),
            "exit 3");
  EXPECT_EQ(
      endings("#include <threads.h>\nint x;\nmtx_t m;\n"
              "int f(void* p) { mtx_lock(&m); x++; mtx_unlock(&m); return 4; }\n"
              "int main(void) { thrd_t t; int r; mtx_init(&m, mtx_plain); thrd_create(&t, f, 0); mtx_lock(&m); x++; "
              "mtx_unlock(&m); thrd_join(t, &r); return r + x; }\n",
              {"no-data-race", "no-deadlock"}),
      "exit 6");
}

TEST_F(LowerThreadsTest, ProgramsWithoutThreadsHaveNoSteps) {
  const std::string text = "int x;\nvoid* f(void* p) { x++; return 0; }\n"
                           "void unused(void) { pthread_t t; pthread_create(&t, 0, f, 0); }\n"
                           "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                           "int main(void) { pthread_mutex_lock(&m); f(0); pthread_mutex_unlock(&m); return x; }\n";
  const Program program = load(text, {});
  EXPECT_FALSE(hasThreads(program));
  EXPECT_EQ(runAllSchedules(program).text(program), "exit 1");
}

TEST_F(LowerThreadsTest, WhatIsPrivateIsNoStep) {
  const std::string rest =
      "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }\n";
  const size_t none = count<Step>(load("void* f(void* p) { return 0; }\n" + rest, {"no-data-race"}));
  EXPECT_EQ(count<Step>(load("int sum(int* p) { return p[0]; }\n"
                             "void* f(void* p) { int a[3]; for (int i = 0; i < 3; ++i) a[i] = i; return 0; }\n" +
                                 rest,
                             {"no-data-race"})),
            none);
  EXPECT_EQ(count<Step>(load("const int a[3];\nvoid* f(void* p) { return (void*)(long)a[(long)p & 1]; }\n" + rest,
                             {"no-data-race"})),
            none);
  EXPECT_EQ(count<Step>(load("int x;\nvoid* f(void* p) { x = 1; return 0; }\n" + rest, {"no-data-race"})), none + 1);
}

} // namespace
} // namespace assay
