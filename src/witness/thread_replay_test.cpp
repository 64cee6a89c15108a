// Compiled programs with threads take turns as they are told, and fail as predicted or do not; which turns an execution
// of the interpreter has.
#include "program/interpreter.h"
#include "program/text_parser.h"
#include "witness/native_replay.h"
#include "witness/race_report.h"
#include "witness/turns.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace assay {

namespace {

class ThreadReplay : public testing::Test {
protected:
  ThreadReplay() {
    plan_.hasThreads = true;
    plan_.arguments = {""};
  }

  void expect(Property property, uint32_t line) {
    plan_.prediction.property = property;
    plan_.prediction.line = line;
    plan_.prediction.file = "where.c";
  }
  /// "THREAD LINE:COLUMN", and perhaps r, w or = (for a return) behind it.
  void turns(const std::string& text) {
    std::istringstream in(text);
    Turn turn;
    char colon = 0;
    while (in >> turn.thread >> turn.place.line >> colon >> turn.place.column) {
      turn.place.kind = TurnKind::Any;
      if (in.peek() == 'r' || in.peek() == 'w' || in.peek() == '=') {
        const char kind = static_cast<char>(in.get());
        turn.place.kind = kind == 'r' ? TurnKind::Read : kind == 'w' ? TurnKind::Write : TurnKind::Return;
      }
      plan_.turns.push_back(turn);
      if (turn.place.line != 0 && turn.place.kind != TurnKind::Return) plan_.turnPlaces.push_back(turn.place);
    }
  }
  NativeVerdict run(const std::string& source) {
    const std::string text = "#include <pthread.h>\n#include <assert.h>\n" + source;
    return runReplay(plan_, {}, {{"where.c", text, false, {}}}, limits_, deadline_);
  }

  ReplayPlan plan_;
  ReplayLimits limits_{.compilation = std::chrono::milliseconds(60'000),
                       .cpuSeconds = 2,
                       .wall = std::chrono::milliseconds(20'000),
                       .memoryMegabytes = 1024,
                       .fileMegabytes = 16};
  Deadline deadline_;
};

// Lines 3 to 11.
constexpr const char* kUpdateInC = R"(int count;
void *work(void *p) { count++; return p; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  count++;
  pthread_join(a, 0);
  assert(count == 2);
}
)";

TEST_F(ThreadReplay, AnotherThreadGoesOnInTheMiddleOfAnUpdate) {
  expect(Property::Assert, 10);
  turns("0 7:3  0 8:8r  1 0:1  1 4:28r  1 4:28w  1 0:2  0 8:8w  0 9:3  0 10:3r");
  for (int i = 0; i < 3; ++i) {
    const NativeVerdict verdict = run(kUpdateInC);
    EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  }
}

TEST_F(ThreadReplay, InAnotherOrderNothingIsLost) {
  expect(Property::Assert, 10);
  turns("0 7:3  0 8:8r  0 8:8w  1 0:1  1 4:28r  1 4:28w  1 0:2  0 9:3  0 10:3r");
  const NativeVerdict verdict = run(kUpdateInC);
  EXPECT_EQ(verdict.status, NativeVerdict::NotConfirmed);
  EXPECT_EQ(verdict.what, "it ended with status 0");
}

TEST_F(ThreadReplay, TheSanitizerSeesARaceAndNoOrderFromTurns) {
  expect(Property::NoDataRace, 8);
  plan_.prediction.rivalLines = {4};
  turns("0 7:3  1 0:1  0 8:8r  1 4:28r 1 4:28w");
  const NativeVerdict verdict = run(kUpdateInC);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_NE(verdict.what.find("where.c:8"), std::string::npos) << verdict.what;
  EXPECT_NE(verdict.what.find("where.c:4"), std::string::npos) << verdict.what;
}

TEST_F(ThreadReplay, ARaceOfOtherAccessesIsNotTheOne) {
  expect(Property::NoDataRace, 10);
  plan_.prediction.rivalLines = {9};
  turns("0 7:3  1 0:1  0 8:8r  1 4:28r 1 4:28w");
  const NativeVerdict verdict = run(kUpdateInC);
  EXPECT_EQ(verdict.status, NativeVerdict::NotConfirmed) << verdict.what;
  EXPECT_NE(verdict.what.find("others than predicted"), std::string::npos) << verdict.what;
}

/// The sanitizer does not look at one of the two accesses; the threads do stand before them.
TEST_F(ThreadReplay, ARaceThatTheSanitizerDoesNotSeeIsSeenWithoutIt) {
  expect(Property::NoDataRace, 8);
  plan_.prediction.rivalLines = {4};
  turns("0 7:3  1 0:1  1 4:67r  0 8:8r  1 4:67w");
  std::string source = kUpdateInC;
  source.replace(source.find("void *work"), 0, "__attribute__((no_sanitize(\"thread\"))) ");
  const NativeVerdict verdict = run(source);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_EQ(verdict.what, "two threads stand before the same 4 bytes: where.c:8 and where.c:4");
}

TEST_F(ThreadReplay, LocksAndRegionsAreOrder) {
  expect(Property::NoDataRace, 8);
  plan_.prediction.rivalLines = {4};
  const NativeVerdict verdict = run(R"(int count;
void __VERIFIER_atomic_add(void) { count++; }
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void *work(void *p) { __VERIFIER_atomic_add(); return p; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
  pthread_join(a, 0);
}
)");
  EXPECT_EQ(verdict.status, NativeVerdict::NotConfirmed) << verdict.what;
  EXPECT_NE(verdict.what.find("saw no data race"), std::string::npos) << verdict.what;
}

// Lines 3 to 12.
constexpr const char* kTwoLocks = R"(pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  pthread_join(a, 0);
}
)";

TEST_F(ThreadReplay, ADeadlockStandsStill) {
  expect(Property::NoDeadlock, 15);
  turns("0 13:3  0 14:3  1 0:1  1 5:3  1 6:3  0 15:3");
  const NativeVerdict verdict = run(kTwoLocks);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(ThreadReplay, WhoGetsBothLocksGoesOn) {
  expect(Property::NoDeadlock, 15);
  turns("0 13:3  0 14:3  0 15:3  0 16:3  0 17:3  1 0:1  1 5:3  1 6:3  1 7:3  1 8:3  1 0:2  0 18:3");
  const NativeVerdict verdict = run(kTwoLocks);
  EXPECT_EQ(verdict.status, NativeVerdict::NotConfirmed) << verdict.what;
}

TEST_F(ThreadReplay, InputsComeInTheOrderOfTurns) {
  expect(Property::Assert, 11);
  ReplayPlan::Results results{nondetFunction("__VERIFIER_nondet_int", 32), {}};
  for (const uint64_t value : {7, 8, 9}) results.values.emplace_back(32, value);
  plan_.results.push_back(results);
  // The other thread takes two, then main takes its own.
  turns("0 7:3  1 0:1  1 5:25w  1 5:54w  1 0:2  0 8:11r  0 8:16w  0 9:3  0 11:3r  0 11:3r  0 11:3r");
  const NativeVerdict verdict = run(R"(int x, y, z;
int __VERIFIER_nondet_int(void);
void *work(void *p) { x = __VERIFIER_nondet_int(); y = __VERIFIER_nondet_int(); return p; }
int main(void) { pthread_t a;
  pthread_create(&a, 0, work, 0);
  int n = x; z = __VERIFIER_nondet_int();
  pthread_join(a, 0);

  assert(!(x == 7 && y == 8 && z == 9));
}
)");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(ThreadReplay, AWaitReturnsWithoutASignal) {
  expect(Property::Assert, 10);
  turns("0 6:3  1 0:1  1 5:3  1 5:31  1 5:31=  0 7:3");
  const NativeVerdict verdict =
      run(R"(pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int isDone; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *work(void *p) {
  pthread_mutex_lock(&m); /**/pthread_cond_wait(&c, &m); isDone = 1; pthread_mutex_unlock(&m); return p; }
int main(void) { pthread_t a; pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);


  assert(!isDone);
}
)");
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST_F(ThreadReplay, TurnsThatNeverComeAreLeftOut) {
  expect(Property::Assert, 10);
  turns("0 7:3  0 8:8r  2 4:28r  1 0:1  1 4:28r  1 77:1w  1 4:28w  1 0:2  0 8:8w  0 9:3  0 10:3r");
  const NativeVerdict verdict = run(kUpdateInC);
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
}

TEST(RaceReports, HaveTwoAccesses) {
  const std::vector<RaceReport> races =
      raceReports("==================\n"
                  "WARNING: ThreadSanitizer: data race (pid=1)\n"
                  "  Write of size 4 at 0x01 by main thread:\n"
                  "    #0 <null> <null> (program+0x10) (BuildId: 48)\n"
                  "    #1 <null> <null> (libc.so.6+0x27740) (BuildId: 6f)\n"
                  "\n"
                  "  Previous read of size 4 at 0x01 by thread T1 (mutexes: write M0):\n"
                  "    #0 <null> <null> (program+0x20) (BuildId: 48)\n"
                  "    #1 <null> <null> (program+0x30) (BuildId: 48)\n"
                  "\n"
                  "  Thread T1 (tid=3, running) created by main thread at:\n"
                  "    #0 <null> <null> (program+0x40) (BuildId: 48)\n"
                  "==================\n",
                  "program");
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races[0].frames[0], std::vector<std::string>{"0x10"});
  EXPECT_EQ(races[0].frames[1], (std::vector<std::string>{"0x20", "0x30"}));
}

/// A race where ThreadSanitizer cannot work.
class RaceWithoutSanitizer : public ThreadReplay {
protected:
  /// At line 8 of this text, which begins with line 3, and at line 4.
  void race(const std::string& turnsText, std::vector<uint32_t> rivals = {4}) {
    expect(Property::NoDataRace, 8);
    plan_.prediction.rivalLines = std::move(rivals);
    turns(turnsText);
  }
  /// "<STATUS> WHAT" of a run in a process whose address space is limited.
  void expectLimited(const std::string& source, const std::string& pattern) {
    EXPECT_EXIT(
        {
          limitAddresses();
          const NativeVerdict verdict = run(source);
          std::fprintf(stderr, "<%s> %s\n", std::string(verdict.statusName()).c_str(), verdict.what.c_str());
          std::_Exit(0);
        },
        testing::ExitedWithCode(0), pattern);
  }

private:
  /// To 6 GB more than there are.
  static void limitAddresses() {
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const uint64_t bytes = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) + (uint64_t{6} << 30);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
};

TEST_F(RaceWithoutSanitizer, IsSeenWhenTwoThreadsStandBeforeIt) {
  race("0 7:3  1 0:1  1 4:28r  0 8:8r  1 4:28w");
  expectLimited(kUpdateInC, "^<confirmed> two threads stand before the same 4 bytes: where.c:8 and where.c:4\n");
}

TEST_F(RaceWithoutSanitizer, IsNoneOfOtherPlaces) {
  race("0 7:3  1 0:1  1 4:28r  0 8:8r  1 4:28w", {9});
  expectLimited(kUpdateInC, "^<not confirmed> two threads stand before .*, which are others than predicted\n");
}

TEST_F(RaceWithoutSanitizer, IsNoneOfReads) {
  race("0 7:3  1 0:1  0 8:8r  1 4:28r");
  expectLimited(kUpdateInC, "^<not confirmed> two threads stand before accesses that do not conflict in any memory\n");
}

/// Lines 3 to 11: two updates.
std::string updates(const std::string& declaration, const std::string& theirs, const std::string& own) {
  return declaration + "\nvoid *work(void *p) { " + theirs +
         "; return p; }\nint main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, work, 0);\n  " + own +
         ";\n  pthread_join(t, 0);\n  return 0;\n}\n";
}

TEST_F(RaceWithoutSanitizer, IsNoneOfDifferentBytes) {
  race("0 7:3  1 0:1  0 8:8w  1 4:28w");
  expectLimited(updates("char a[2];", "a[1] = 1", "a[0] = 1"),
                "^<not confirmed> two threads stand before accesses that do not conflict in any memory\n");
}

TEST_F(RaceWithoutSanitizer, MayBeOfOneByte) {
  race("0 7:3  1 0:1  0 8:8w  1 4:38w");
  expectLimited(updates("short a[2];", "((char *)a)[1] = 1", "a[0] = 1"),
                "^<confirmed> two threads stand before the same byte: where.c:8 and where.c:4\n");
}

TEST_F(RaceWithoutSanitizer, IsNoneOfAtomicAccesses) {
  race("0 7:3  1 0:1  0 8:4  1 4:24");
  expectLimited(updates("_Atomic int a;", "a++", "a++"),
                "^<not confirmed> two threads stand before accesses that do not conflict in any memory\n");
}

TEST_F(RaceWithoutSanitizer, IsNoneUnderOneLock) {
  race("0 7:3  1 0:1  1 4:23  0 8:3  0 8:29w  1 4:49w");
  expectLimited(updates("int a; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
                        "pthread_mutex_lock(&m); a = 1; pthread_mutex_unlock(&m)",
                        "pthread_mutex_lock(&m); a = 1; pthread_mutex_unlock(&m)"),
                "^<not confirmed> its threads do not come to the two accesses\n");
}

TEST_F(RaceWithoutSanitizer, IsAtTheEndOfAPointerThatHasTheSamePlace) {
  race("0 7:3  1 0:1  0 8:11r  1 4:28w");
  expectLimited(updates("int a[2], *p = a;", "a[1] = 1", "int i = p[1]"),
                "^<confirmed> two threads stand before the same 4 bytes: where.c:8 and where.c:4\n");
}

TEST_F(RaceWithoutSanitizer, IsWithTheEndOfABlock) {
  race("0 7:3  1 0:1  0 8:3  1 4:26w");
  expectLimited(updates("void free(void *); void *malloc(unsigned long); int *b;"
                        "__attribute__((constructor)) void make(void) { b = malloc(4); }",
                        "*b = 1", "free(b)"),
                "^<confirmed> two threads stand before the same 4 bytes: where.c:8 and where.c:4\n");
}

TEST_F(RaceWithoutSanitizer, IsWithACopy) {
  race("0 7:3  1 0:1  0 8:3  1 4:28w");
  expectLimited(
      updates("void *memcpy(void *, const void *, unsigned long); char a[9], b[9];", "a[8] = 1", "memcpy(b, a, 9)"),
      "^<confirmed> two threads stand before the same byte: where.c:8 and where.c:4\n");
}

TEST_F(RaceWithoutSanitizer, IsNotSeenInOtherFunctionsOfTheLibrary) {
  race("0 7:3  1 0:1  0 8:3  1 4:28w");
  expectLimited(updates("char *strcpy(char *, const char *); char a[9], b[9];", "a[0] = 1", "strcpy(b, a)"),
                "^<cannot be confirmed> ThreadSanitizer does not work here");
}

TEST_F(RaceWithoutSanitizer, IsNoneWhereThereIsNoMemory) {
  race("0 7:3  1 0:1  0 8:16w  1 4:36w");
  expectLimited(updates("", "*(int *)4096 = 1", "*(int *)4096 = 2"), "conflict in any memory\n");
}

/// There is no ThreadSanitizer for 32 bits. The bytes of a long are those of one width.
TEST_F(RaceWithoutSanitizer, IsSeenIn32Bits) {
  ReplayBuild build;
  build.dataModel = 32;
  std::string source =
      updates("typedef unsigned long pthread_t; int pthread_create(pthread_t *, void *, void *(*)(void "
              "*), void *); int pthread_join(pthread_t, void **); long a[2];",
              "a[1] = 1", "*(long *)((char *)a + 4) = 1");
  race("0 7:3  1 0:1  0 8:28w  1 4:28w");
  const NativeVerdict verdict = runReplay(plan_, build, {{"where.c", "\n\n" + source, true, {}}}, limits_, deadline_);
  if (verdict.status == NativeVerdict::NotRun) GTEST_SKIP() << verdict.what;
  EXPECT_EQ(verdict.status, NativeVerdict::Confirmed) << verdict.what;
  EXPECT_EQ(verdict.what, "two threads stand before the same 4 bytes: where.c:8 and where.c:4");
}

/// Hands on what it is told.
class Listener : public Observer {
public:
  explicit Listener(const Program& program) : recorder(program) {}
  void onEdge(EdgeId edge) override { recorder.onEdge(edge); }
  void onCall(FunctionId callee) override { recorder.onCall(callee); }
  void onReturn() override { recorder.onReturn(); }
  void onSpawn(uint32_t thread, FunctionId callee) override { recorder.onSpawn(thread, callee); }
  void onSwitch(uint32_t thread) override { recorder.onSwitch(thread); }
  void onInput(const Input&, const BitVector&, SourcePosition) override {}
  TurnRecorder recorder;
};

std::string textOf(const std::vector<Turn>& turns) {
  constexpr const char* kKinds[] = {"", "r", "w", "="};
  std::string text;
  for (const Turn& turn : turns)
    text += (text.empty() ? "" : "  ") + std::to_string(turn.thread) + " " + std::to_string(turn.place.line) + ":" +
            std::to_string(turn.place.column) + kKinds[static_cast<size_t>(turn.place.kind)];
  return text;
}

// lock() is of the library: it has no place. It waits in the middle.
constexpr const char* kLock = R"(
file "a.c";
entry main;
object mutex: 4;
object x: 4;
function lock() {
  var met: bool;
  a: -> b { step; atomic begin; }
  b: -> c { met = await equal &mutex, 0:32; }
  c: -> d { step write &mutex, 4:64; store &mutex, 1:32; atomic end; return; }
  d: exit;
}
function unlock() {
  a: -> b { step; store &mutex, 0:32; return; }
  b: exit;
}
function run() {
  a: -> b { call work(); }
  b: -> c { step; return; }
  c: exit;
}
function work() @3:1 {
  a: -> b @4:3 { call lock(); }
  b: -> c @5:3 { step write &x, 4:64; store &x, 2:32; }
  c: -> d @6:3 { call unlock(); }
  d: -> e { return; }
  e: exit;
}
function main() @8:1 {
  var t: bv32;
  a: -> b0 @9:3 { call lock(); }
  b0: -> b @9:9 { t = spawn run(); }
  b: -> c @10:7 { step read &x, 4:64; }
  c: -> d @11:3 { call unlock(); }
  d: -> e @12:7 { step read &x, 4:64; }
  e: -> f { return; }
  f: exit;
}
)";

TEST(TurnRecorderTest, ACallThatWaitsHasItsTurnWhenItGoesOn) {
  TermManager terms;
  const Program program = parseProgram(kLock, "test", terms);
  Listener listener(program);
  // The other thread comes to its lock and waits; main reads and unlocks.
  std::vector<BitVector> schedule;
  for (const uint64_t choice : {1, 0, 1, 0, 0, 0}) schedule.emplace_back(32, choice);
  ListInputs inputs(schedule, ListInputs::Feeds::All);
  Interpreter(program).run(inputs, &listener);
  EXPECT_EQ(textOf(listener.recorder.take(Property::Assert)),
            "0 9:3  1 0:1  0 10:7r  0 11:3  1 4:3  1 5:3w  1 6:3  1 0:2  0 12:7r");
}

} // namespace

} // namespace assay
