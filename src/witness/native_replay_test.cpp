// Compiled programs fail as predicted, or are caught not doing so; and whatever they try, nothing else notices.
#include "witness/native_replay.h"

#include "util/error.h"
#include "witness/child_process.h"
#include "witness/replay_folder.h"
#include "witness/temporary_folder.h"
#include "witness/toolchain.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace assay {

namespace {

namespace fs = std::filesystem;

class NativeReplay : public testing::Test {
protected:
  NativeReplay() {
    plan_.prediction.property = Property::UnreachCall;
    plan_.arguments = {""};
  }

  void give(const std::string& function, uint32_t width, std::vector<int64_t> values) {
    ReplayPlan::Results results{nondetFunction(function, width), {}};
    for (const int64_t value : values) results.values.push_back(BitVector::fromSigned(width, value));
    plan_.results.push_back(std::move(results));
  }
  NativeVerdict run(const std::string& source) {
    return runReplay(plan_, build_, {{"some/where.c", source, false, {}}}, limits_, deadline_);
  }
  void expect(Property property, uint32_t line) {
    plan_.prediction.property = property;
    plan_.prediction.line = line;
    plan_.prediction.file = "some/where.c";
  }

  ReplayPlan plan_;
  ReplayBuild build_;
  ReplayLimits limits_{.compilation = std::chrono::milliseconds(60'000),
                       .cpuSeconds = 1,
                       .wall = std::chrono::milliseconds(10'000),
                       .memoryMegabytes = 512,
                       .fileMegabytes = 16};
  Deadline deadline_;
};

constexpr const char* kTakesFive = R"(extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5 && __VERIFIER_nondet_int() < -2147483647) reach_error();
  return 3;
}
)";

TEST_F(NativeReplay, InputsLeadToTheErrorFunction) {
  give("__VERIFIER_nondet_int", 32, {5, INT32_MIN});
  const NativeVerdict verdict = run(kTakesFive);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_EQ(verdict.what, "the error function was called");
}

TEST_F(NativeReplay, OtherInputsDoNot) {
  give("__VERIFIER_nondet_int", 32, {6});
  plan_.prediction.doubts = {"the weather"};
  const NativeVerdict verdict = run(kTakesFive);
  EXPECT_EQ(verdict.status, NativeVerdict::NotConfirmed);
  EXPECT_EQ(verdict.what, "it ended with status 3");
  EXPECT_EQ(verdict.doubts, plan_.prediction.doubts);
}

TEST_F(NativeReplay, TooFewInputsAreNoticed) {
  give("__VERIFIER_nondet_int", 32, {5});
  EXPECT_EQ(run(kTakesFive).what, "inputs of __VERIFIER_nondet_int ran out");
}

TEST_F(NativeReplay, AnErrorFunctionWithABodyOfItsOwnIsNoticed) {
  give("__VERIFIER_nondet_double", 64, {0x3fe0000000000000}); // 0.5
  const NativeVerdict verdict = run("extern double __VERIFIER_nondet_double();\n"
                                    "static void reach_error() { for (;;) {} }\n"
                                    "int main() { if (__VERIFIER_nondet_double() == 0.5) reach_error(); return 0; }\n");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, FunctionsWithoutBodyMayHaveAnyNameAndType) {
  plan_.results.push_back({{"read", "unsigned long long", 32, TypeClass::Unsigned}, {BitVector(32, 77)}});
  EXPECT_EQ(run("int read(void *, char);\nvoid not_there(void);\nvoid reach_error(void);\n"
                "int main() { if (read(0, 1) == 77) reach_error(); not_there(); }\n")
                .status,
            NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, MainIsGivenItsArguments) {
  plan_.arguments = {"", "a\"b"};
  EXPECT_EQ(run("void reach_error(void);\nint main(int argc, char **argv) {\n"
                "  if (argc == 2 && !argv[2] && argv[1][1] == '\"' && !argv[1][3]) reach_error(); }\n")
                .status,
            NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, ExecutionMayBeginElsewhere) {
  plan_.entry = "start";
  plan_.parameters = {BitVector(32, 9)};
  EXPECT_EQ(run("void reach_error(void);\nint main() { return 0; }\n"
                "static void start(int x) { if (x == 9) reach_error(); }\nvoid (*user)(int) = start;\n")
                .status,
            NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, FreshMemoryHasItsContents) {
  plan_.allocations[1][4] = 7;
  EXPECT_EQ(run("#include <stdlib.h>\nvoid reach_error(void);\nint main() {\n  int *a = malloc(8), *b = malloc(8);\n"
                "  if (!a[1] && b[1] == 7 && !b[0]) reach_error(); }\n")
                .status,
            NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, MainMayStandInAnyFile) {
  const std::vector<ReplaySource> sources = {
      {"a.c", "void reach_error(void);\nint f(int x) { if (x == 1) reach_error(); return 0; }\n", false, {}},
      {"b.c", "int f(int x);\nint main() { return f(1); }\n", false, {}}};
  const NativeVerdict verdict = runReplay(plan_, build_, sources, limits_, deadline_);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, FilesHaveFlagsOfTheirOwn) {
  const std::vector<ReplaySource> sources = {
      {"a.c", "int f(void) { return A + ((char)-1 > 0); }\n", false, {"-D", "A=2", "-funsigned-char"}},
      {"b.c",
       "int f(void);\nvoid reach_error(void);\nint main() { if (f() == 3 && B == 4) reach_error(); }\n",
       false,
       {"-D", "B=4"}}};
  const NativeVerdict verdict = runReplay(plan_, build_, sources, limits_, deadline_);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, AHarnessGetsItsBytes) {
  plan_.memories = {{}, {{1, 7}, {3, 9}}};
  const NativeVerdict verdict = run("void __VERIFIER_nondet_memory(void *, unsigned long);\nvoid reach_error(void);\n"
                                    "int main() { char a[4] = {1}, b[4];\n  __VERIFIER_nondet_memory(a, 4);\n"
                                    "  __VERIFIER_nondet_memory(b, 4);\n"
                                    "  if (!a[0] && !b[0] && b[1] == 7 && b[3] == 9) reach_error(); }\n");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, FilesHoldWhatIsReadFromThem) {
  plan_.files = {{false, ""}, {true, "ab\ncd"}, {true, ""}};
  plan_.input = "12 x";
  const NativeVerdict verdict =
      run("#include <stdio.h>\nvoid reach_error(void);\nint main() {\n  char line[9];\n  int n;\n"
          "  if (fopen(\"none\", \"r\")) return 1;\n  FILE *f = fopen(\"some\", \"r\");\n"
          "  if (!f || !fgets(line, 9, f) || line[1] != 'b' || !fgets(line, 9, f) || line[1] != 'd') return 2;\n"
          "  if (fgetc(f) != EOF || fclose(f)) return 3;\n  f = fopen(\"empty\", \"r\");\n"
          "  if (!f || fgetc(f) != EOF) return 4;\n  if (scanf(\"%d\", &n) == 1 && n == 12) reach_error();\n}\n");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, MemoryIsRefusedWhereItWas) {
  plan_.failures = {{"malloc", {1, 2}}, {"calloc", {0}}};
  const NativeVerdict verdict =
      run("#include <stdlib.h>\nvoid reach_error(void);\nint main() {\n"
          "  void *a = malloc(1), *b = malloc(1), *c = calloc(1, 1), *d = realloc(a, 2), *e = malloc(1);\n"
          "  if (a && !b && !c && !d && e) reach_error(); }\n");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, AnotherErrorElsewhereDoesNotCount) {
  const char* source = "#include <stdlib.h>\nint main() {\n  char *p = malloc(3);\n  p[3] = 1;\n  return p[4];\n}\n";
  expect(Property::ValidDeref, 5);
  const NativeVerdict verdict = run(source);
  EXPECT_EQ(verdict.status, NativeVerdict::NotConfirmed);
  EXPECT_NE(verdict.what.find("at another place: where.c:4"), std::string::npos) << verdict.what;
  expect(Property::ValidDeref, 4);
  EXPECT_EQ(run(source).status, NativeVerdict::Confirmed);
  const char* twice = "void reach_error(void);\nint main(int argc, char **argv) {\n  if (argc) reach_error();\n"
                      "  reach_error();\n}\n";
  expect(Property::UnreachCall, 4);
  EXPECT_EQ(run(twice).status, NativeVerdict::NotConfirmed);
  expect(Property::UnreachCall, 3);
  EXPECT_EQ(run(twice).status, NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, WhatTheSanitizerCannotSeeIsNoContradiction) {
  const char* source = "static int a[4], b[4000];\nint main() {\n  volatile long i = 1000;\n  b[0] = a[i];\n"
                       "  return 0;\n}\n";
  expect(Property::ValidDeref, 4);
  plan_.prediction.message = "invalid read of memory: read of 4 bytes out of bounds of 'a' (16 bytes) at offset 4000";
  const NativeVerdict verdict = run(source);
  EXPECT_EQ(verdict.status, NativeVerdict::Undecided) << verdict.what;
  plan_.prediction.message = "invalid read of memory: read of 4 bytes out of bounds of 'a' (16 bytes) at offset 16";
  EXPECT_EQ(run(source).status, NativeVerdict::NotConfirmed);
}

TEST_F(NativeReplay, UninitialisedVariablesHaveTheirValues) {
  auto local = [](const char* name, uint32_t line, std::vector<uint64_t> values) {
    static unsigned number = 0;
    ReplayPlan::Local result{name, "some/where.c", line, {}};
    result.values.function = {"assay_local_" + std::to_string(number++), "unsigned long long", 32, TypeClass::Unsigned};
    for (const uint64_t value : values) result.values.values.emplace_back(32, value);
    return result;
  };
  plan_.locals = {local("x", 4, {0, 7}), local("yy", 4, {1, 0xffffffff}), local("z", 5, {3})};
  // What has an initialiser keeps it.
  const NativeVerdict verdict = run("void reach_error(void);\nint main() {\n  for (int i = 0; i < 2; i++) {\n"
                                    "    int x, yy ;\n    int z = 1;\n"
                                    "    if (i == 1 && x == 7 && yy == -1 && z == 1) reach_error();\n  }\n}\n");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(NativeReplay, OverflowHasToHappenAtItsLine) {
  const char* source = "int main() {\n  volatile int x = 2147483647;\n  return x\n      + 1;\n}\n";
  expect(Property::NoOverflow, 4);
  const NativeVerdict verdict = run(source);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_NE(verdict.what.find("some/where.c:4"), std::string::npos) << verdict.what;
  expect(Property::NoOverflow, 2);
  EXPECT_EQ(run(source).status, NativeVerdict::NotConfirmed);
}

TEST_F(NativeReplay, AccessesAndFreesAreToldApart) {
  const char* access = "#include <stdlib.h>\nint main() { char *p = malloc(3); return p[3]; }\n";
  const char* twice = "#include <stdlib.h>\nint main() { char *p = malloc(3); free(p); free(p); }\n";
  expect(Property::ValidDeref, 2);
  const NativeVerdict verdict = run(access);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_NE(verdict.what.find("heap-buffer-overflow"), std::string::npos);
  EXPECT_EQ(run(twice).status, NativeVerdict::NotConfirmed);
  expect(Property::ValidFree, 2);
  EXPECT_EQ(run(twice).status, NativeVerdict::Confirmed);
  EXPECT_EQ(run(access).status, NativeVerdict::NotConfirmed);
}

TEST_F(NativeReplay, WhatIsLeftBehindIsALeakOrNot) {
  const char* lost = "#include <stdlib.h>\nint main() { char *p = malloc(3); p = 0; return 0; }\n";
  const char* kept = "#include <stdlib.h>\nchar *p;\nint main() { p = malloc(3); return 0; }\n";
  expect(Property::ValidMemtrack, 2);
  const NativeVerdict verdict = run(lost);
  if (verdict.status == NativeVerdict::NotRun) GTEST_SKIP() << verdict.what;
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_EQ(run(kept).status, NativeVerdict::NotConfirmed);
  expect(Property::ValidMemcleanup, 3);
  EXPECT_EQ(run(kept).status, NativeVerdict::Confirmed);
  const std::string begin = "#include <stdlib.h>\nvoid reach_error(void);\nchar *p;\nint main() { p = malloc(3); ";
  EXPECT_EQ(run(begin + "reach_error(); }\n").status, NativeVerdict::Confirmed); // it ends there
  EXPECT_EQ(run(begin + "abort(); }\n").status, NativeVerdict::Confirmed);
  EXPECT_EQ(run(begin + "free(p); reach_error(); }\n").status, NativeVerdict::NotConfirmed);
}

TEST_F(NativeReplay, LeaksOf32BitsAreFoundWithoutASanitizer) {
  build_.dataModel = 32;
  if (!toolchainFor(32, Instrumentation::Leaks).failure.empty()) GTEST_SKIP() << "no machine of 32 bits";
  const char* begin =
      "#include <stdlib.h>\nstruct Node { struct Node *next; } *list;\n"
      "int main() { for (int i = 0; i < 9; i++) { struct Node *n = malloc(sizeof *n); n->next = list; list = n; }\n";
  expect(Property::ValidMemtrack, 2);
  EXPECT_EQ(run(std::string(begin) + "return 0; }\n").status, NativeVerdict::NotConfirmed);
  EXPECT_EQ(run(std::string(begin) + "list->next->next = 0; return 0; }\n").status, NativeVerdict::Confirmed);
  EXPECT_EQ(run(std::string(begin) + "void *p = calloc(1, 5); p = realloc(p, 50); exit(0); }\n").status,
            NativeVerdict::NotConfirmed); // a local that is alive points to it
  expect(Property::ValidMemcleanup, 2);
  EXPECT_EQ(run(std::string(begin) + "return 0; }\n").status, NativeVerdict::Confirmed);
  EXPECT_EQ(
      run(std::string(begin) + "while (list) { struct Node *n = list->next; free(list); list = n; } return 0; }\n")
          .status,
      NativeVerdict::NotConfirmed);
}

TEST_F(NativeReplay, ProgramsOf32BitsRunWhereTheyCan) {
  build_.dataModel = 32;
  const char* source = "void reach_error(void);\nint main() { if (sizeof(long) == 4) reach_error(); }\n";
  const NativeVerdict verdict = run(source);
  if (!toolchainFor(32, Instrumentation::None).failure.empty()) {
    EXPECT_EQ(verdict.status, NativeVerdict::NotRun);
    EXPECT_FALSE(verdict.what.empty());
  } else {
    EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  }
}

TEST_F(NativeReplay, FloatsThatDoNotFitAreConvertedAsByX86) {
  plan_.prediction.convertsToInteger = true;
  const std::string begin = "void reach_error(void);\nint main() { volatile double x = -5; unsigned long u = x;\n";
  const bool isRun = toolchainFor(64, Instrumentation::None, {.isX86 = true}).failure.empty();
  const auto expected = [&](NativeVerdict::Status status) { return isRun ? status : NativeVerdict::NotRun; };
  EXPECT_EQ(run(begin + "if (u == -5ul) reach_error(); }\n").status, expected(NativeVerdict::Confirmed));
  EXPECT_EQ(run(begin + "if (u == 0) reach_error(); }\n").status, expected(NativeVerdict::NotConfirmed));
  const char* fits = "void reach_error(void);\nint main() { volatile double x = 5; if ((int)x == 5) reach_error(); }\n";
  EXPECT_EQ(run(fits).status, NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, LongDoubleIsThatOfX86) {
  plan_.prediction.needsX86 = true;
  const bool isRun = toolchainFor(64, Instrumentation::None, {.isX86 = true}).failure.empty();
  const char* source = "void reach_error(void);\n"
                       "int main() { volatile long double x = 1e5L; if ((short)x == -32768) reach_error(); }\n";
  EXPECT_EQ(run(source).status, isRun ? NativeVerdict::Confirmed : NativeVerdict::NotRun);
}

TEST_F(NativeReplay, WhatDoesNotCompileIsNotRun) {
  const NativeVerdict verdict = run("int main() { return undeclared; }\n");
  EXPECT_EQ(verdict.status, NativeVerdict::NotRun);
  EXPECT_NE(verdict.what.find("undeclared"), std::string::npos) << verdict.what;
}

// ---- containment

TEST_F(NativeReplay, AnEndlessLoopIsEnded) {
  EXPECT_EQ(run("int main() { for (;;) {} }\n").what, "it did not end within 1 s");
}

TEST_F(NativeReplay, AProgramThatSleepsIsEnded) {
  limits_.wall = std::chrono::milliseconds(2000);
  EXPECT_EQ(run("#include <unistd.h>\nint main() { for (;;) sleep(100); }\n").what, "it did not end within 2 s");
}

TEST_F(NativeReplay, MemoryIsNotFilled) {
  const char* source = "#include <stdlib.h>\n#include <string.h>\n"
                       "int main() { for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); } }\n";
  EXPECT_EQ(run(source).status, NativeVerdict::NotConfirmed); // malloc fails in the end
  expect(Property::ValidDeref, 1);                            // with a sanitizer, nothing but its memory counts
  EXPECT_EQ(run(source).what, "it took more memory than is allowed and was stopped");
}

TEST_F(NativeReplay, NoProcessIsMade) {
  const char* bomb =
      "#include <unistd.h>\n#include <errno.h>\n"
      "int main() { for (int i = 0; i < 100; i++) if (fork() != -1 || errno != EAGAIN) return 1; return 42; }\n";
  EXPECT_EQ(run(bomb).what, "it ended with status 42");
}

TEST_F(NativeReplay, NobodyIsSignalledAndTheSessionIsKept) {
  EXPECT_EQ(run("#include <signal.h>\n#include <unistd.h>\n"
                "int main() { return kill(getppid(), 0) == -1 && setsid() == -1 && setpgid(0, 0) == -1 ? 42 : 1; }\n")
                .what,
            "it ended with status 42");
}

TEST_F(NativeReplay, ThreadsAreAllowed) {
  EXPECT_EQ(run("#include <pthread.h>\nvoid reach_error(void);\nvoid *f(void *p) { reach_error(); return p; }\n"
                "int main() { pthread_t t; if (pthread_create(&t, 0, f, 0)) return 1; pthread_join(t, 0); }\n")
                .status,
            NativeVerdict::Confirmed);
}

TEST_F(NativeReplay, TheDiskIsNotFilled) {
  const char* oneFile =
      "#include <stdio.h>\nint main() { FILE *f = fopen(\"x\", \"w\"); for (;;) fputs(\"12345678\", f); }\n";
  EXPECT_EQ(run(oneFile).what, "it wrote more than is allowed and was stopped");
  const char* manyFiles = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\nstatic char zeros[1 << 20];\n"
                          "int main() { for (int i = 0;; i++) { char name[20]; sprintf(name, \"%d\", i);\n"
                          "  int f = open(name, O_WRONLY | O_CREAT, 0600); if (write(f, zeros, sizeof zeros) < 0) "
                          "return 1; close(f); } }\n";
  EXPECT_EQ(run(manyFiles).what, "it wrote more than is allowed and was stopped");
}

TEST_F(NativeReplay, NothingIsLeftBehind) {
  const TemporaryFolder place("assay-test");
  const std::string before = std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "";
  setenv("TMPDIR", place.path().c_str(), 1);
  EXPECT_EQ(run("#include <stdio.h>\nint main() { fopen(\"x\", \"w\"); for (;;) {} }\n").status,
            NativeVerdict::NotConfirmed);
  before.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", before.c_str(), 1);
  EXPECT_TRUE(fs::is_empty(place.path()));
}

// ---- folders

TEST_F(NativeReplay, AFolderIsReadBackAndItsScriptRuns) {
  give("__VERIFIER_nondet_int", 32, {5, INT32_MIN});
  plan_.prediction = {Property::UnreachCall, "call of \"reach_error\"", "some/where.c", 5, {"x: y", "z"}};
  build_.defines = {"A=1 2"};
  build_.standard = "gnu17";
  const TemporaryFolder folder("assay-test");
  writeReplay(folder.path() / "new", plan_, build_, {{"some/where.c", kTakesFive, false, {}}});
  const ReplayDescription read = readReplay(folder.path() / "new");
  EXPECT_EQ(read.prediction.message, plan_.prediction.message);
  EXPECT_EQ(read.prediction.line, 5u);
  EXPECT_EQ(read.prediction.doubts, plan_.prediction.doubts);
  EXPECT_EQ(read.build.defines, build_.defines);
  EXPECT_EQ(read.build.standard, "gnu17");
  EXPECT_EQ(runReplay(folder.path() / "new", limits_, deadline_).status, NativeVerdict::Confirmed);

  ChildCommand script;
  script.words = {(folder.path() / "new" / "run.sh").string()};
  script.output = folder.path() / "output";
  EXPECT_EQ(runChild(script, deadline_).status, 1);
  std::ostringstream output;
  output << std::ifstream(script.output).rdbuf();
  EXPECT_NE(output.str().find("assay: error function was called"), std::string::npos) << output.str();
  // Its includes can be put into it.
  preprocessReplay(folder.path() / "new", limits_, deadline_);
  EXPECT_FALSE(fs::exists(folder.path() / "new" / "program-0.c"));
  EXPECT_EQ(readReplay(folder.path() / "new").build.sources, std::vector<std::string>{"program-0.i"});
  EXPECT_EQ(runReplay(folder.path() / "new", limits_, deadline_).status, NativeVerdict::Confirmed);
  // A second time is no trouble, another folder is left alone.
  writeReplay(folder.path() / "new", plan_, build_, {{"some/where.c", kTakesFive, false, {}}});
  EXPECT_THROW(writeReplay(folder.path(), plan_, build_, {}), UsageError);
  EXPECT_THROW(readReplay(folder.path()), InputError);
}

} // namespace

} // namespace assay
