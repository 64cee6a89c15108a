#include "program/threads.h"

#include "program/call_graph.h"
#include "program/cycle_search.h"
#include "program/interpreter.h"
#include "program/testing/all_schedules.h"
#include "program/text_parser.h"
#include "util/error.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

std::vector<BitVector> scheduled(std::initializer_list<uint64_t> indices) {
  std::vector<BitVector> values;
  for (uint64_t index : indices) values.emplace_back(32, index);
  return values;
}

/// What an execution tells about threads: "spawn 1 worker", "choice 0 1", "switch 1".
class Diary : public Observer {
public:
  explicit Diary(const Program& program) : program_(program) {}
  void onEdge(EdgeId) override {}
  void onInput(const Input& input, const BitVector& value, SourcePosition) override {
    if (input.kind == InputKind::Schedule) lines += "input " + value.toString() + "\n";
  }
  void onSpawn(uint32_t thread, FunctionId callee) override {
    lines += "spawn " + std::to_string(thread) + " " + program_[callee].name + "\n";
  }
  void onChoice(std::span<const uint32_t> threads) override {
    lines += "choice";
    for (uint32_t thread : threads) lines += " " + std::to_string(thread);
    lines += "\n";
  }
  void onSwitch(uint32_t thread) override { lines += "switch " + std::to_string(thread) + "\n"; }
  std::string lines;

private:
  const Program& program_;
};

class Threads : public ::testing::Test {
protected:
  const Program& parse(std::string_view text) {
    program_.reset();
    terms_ = std::make_unique<TermManager>();
    return program_.emplace(parseProgram(text, "test", *terms_));
  }
  /// How executions under all schedules end.
  std::string all(std::string_view text) {
    const AllSchedules found = runAllSchedules(parse(text));
    EXPECT_TRUE(found.isComplete);
    executions_ = found.executions;
    for (const auto& [ending, inputs] : found.endings) { // what is told can be shown again
      ListInputs list(inputs, ListInputs::Feeds::All);
      const Outcome again = Interpreter(*program_).run(list);
      EXPECT_EQ(again.kind, ending.kind);
      EXPECT_EQ(again.location, ending.location);
      EXPECT_EQ(again.message, ending.message);
    }
    return found.text(*program_);
  }
  Outcome run(std::string_view text, std::initializer_list<uint64_t> schedule, Observer* observer = nullptr) {
    ListInputs list(scheduled(schedule), ListInputs::Feeds::All);
    return Interpreter(parse(text)).run(list, observer);
  }
  int64_t result(std::string_view text, std::initializer_list<uint64_t> schedule) {
    const Outcome outcome = run(text, schedule);
    EXPECT_EQ(outcome.kind, Outcome::Exit) << outcome.message;
    return outcome.exitStatus ? outcome.exitStatus->toInt64() : -999;
  }

  std::unique_ptr<TermManager> terms_;
  std::optional<Program> program_;
  uint64_t executions_ = 0;
};

/// Two threads that increment a counter, and the first one waits for the other one's end.
constexpr std::string_view kCounter = R"(
  object counter: 4; object done: 4;
  function worker() {
    var x: bv32;
    read: -> write { step read &counter, 4; x = load &counter; }
    write: -> exit { step write &counter, 4; store &counter, x + 1; store &done, 1:32; return; }
  }
  function main() -> bv32 {
    var t: bv32; var x: bv32; var ok: bool;
    begin: -> read { t = spawn worker(); }
    read: -> write { step read &counter, 4; x = load &counter; }
    write: -> join { step write &counter, 4; store &counter, x + 1; }
    join: -> end { ok = await equal &done, 1:32; }
    end: -> exit { x = load &counter; return x; }
  })";

/// The same in atomic regions.
constexpr std::string_view kAtomicCounter = R"(
  object counter: 4; object done: 4;
  function worker() {
    var x: bv32;
    enter: -> read { step; atomic begin; }
    read: -> write { step read &counter, 4; x = load &counter; }
    write: -> leave { step write &counter, 4; store &counter, x + 1; }
    leave: -> exit { atomic end; store &done, 1:32; return; }
  }
  function main() -> bv32 {
    var t: bv32; var x: bv32; var ok: bool;
    begin: -> enter { t = spawn worker(); }
    enter: -> read { step; atomic begin; }
    read: -> write { step read &counter, 4; x = load &counter; }
    write: -> leave { step write &counter, 4; store &counter, x + 1; }
    leave: -> join { atomic end; }
    join: -> end { ok = await equal &done, 1:32; }
    end: -> exit { x = load &counter; return x; }
  })";

TEST_F(Threads, AnUpdateMayBeLost) {
  EXPECT_EQ(result(kCounter, {0, 0}), 2);       // the first thread, until it has to wait
  EXPECT_EQ(result(kCounter, {1, 0, 0}), 2);    // the second one, to its end
  EXPECT_EQ(result(kCounter, {1, 0, 1, 0}), 1); // the second one reads, and so does the first one
  EXPECT_EQ(all(kCounter), "exit 1, exit 2");
}

TEST_F(Threads, TheScheduleIsAnInputWhereSeveralCanGoOn) {
  const Outcome outcome = run(kCounter, {0, 0});
  EXPECT_EQ(outcome.inputs, 2u); // where the first thread waits, there is one way
  EXPECT_EQ(outcome.thread, 0u);
  EXPECT_EQ(result(kCounter, {4, 2}), 2); // modulo their number
  const Outcome cutShort = run(kCounter, {0});
  EXPECT_EQ(cutShort.kind, Outcome::OutOfInputs);
  EXPECT_EQ(cutShort.message, "no value for input 2 (thread)");
}

TEST_F(Threads, ObserversHearOfThem) {
  parse(kCounter);
  Diary diary(*program_);
  ListInputs list(scheduled({1, 0, 1, 0}), ListInputs::Feeds::All);
  Interpreter interpreter(*program_);
  EXPECT_EQ(interpreter.run(list, &diary).kind, Outcome::Exit);
  EXPECT_EQ(diary.lines, "spawn 1 worker\n"
                         "choice 0 1\ninput 1\nswitch 1\n"
                         "choice 1 0\ninput 0\n"
                         "choice 1 0\ninput 1\nswitch 0\n"
                         "choice 0 1\ninput 0\n"
                         "switch 1\n"
                         "switch 0\n");
}

TEST_F(Threads, SchedulesAreRecordedAndShownAgain) {
  parse(kCounter);
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SeedInputs random(seed);
    RecordingInputs recording(random);
    Interpreter interpreter(*program_);
    const Outcome first = interpreter.run(recording);
    ASSERT_EQ(first.kind, Outcome::Exit);
    for (const RecordingInputs::Entry& entry : recording.entries()) EXPECT_EQ(entry.kind, InputKind::Schedule);
    ListInputs list(recording.values(), ListInputs::Feeds::All);
    const Outcome second = interpreter.run(list);
    EXPECT_EQ(second.exitStatus, first.exitStatus);
    EXPECT_EQ(second.steps, first.steps);
    EXPECT_EQ(second.inputs, first.inputs);
    EXPECT_EQ(second.thread, first.thread);
  }
}

TEST_F(Threads, AtomicRegionsAreNotInterrupted) {
  EXPECT_EQ(all(kAtomicCounter), "exit 2");
  EXPECT_GT(executions_, 1u);
}

TEST_F(Threads, AtomicRegionsStandInOneAnother) {
  const auto with = [](const std::string& begins, const std::string& ends) {
    return R"(
      object x: 4;
      function worker() { s: -> exit { step; store &x, 1:32; return; } }
      function main() -> bv32 {
        var t: bv32; var before: bv32; var after: bv32;
        begin: -> enter { t = spawn worker(); }
        enter: -> middle { step; )" +
           begins + R"( }
        middle: -> inside { )" +
           ends + R"( before = load &x; }
        inside: -> last { step; after = load &x; }
        last: -> exit { return after - before; }
      })";
  };
  EXPECT_EQ(all(with("atomic begin; atomic begin;", "atomic end;")), "exit 0");
  EXPECT_EQ(all(with("atomic begin; atomic begin;", "atomic end; atomic end;")), "exit 0, exit 1");
  EXPECT_EQ(all(with("atomic end;", "atomic begin; atomic end;")), "exit 0, exit 1");
  EXPECT_EQ(all(with("atomic end;", "atomic begin;")), "exit 0");
}

TEST_F(Threads, AnAwaitIsMetLater) {
  constexpr std::string_view kText = R"(
    object level: 4; object flag: 1;
    function worker() {
      low: -> high { step write &level, 4; store &level, -5:32; }
      high: -> other { step write &level, 4; store &level, 3:32; }
      other: -> exit { step write &flag, 1; store &flag, 7:8; return; }
    }
    function main() -> bv32 {
      var t: bv32; var ok: bool; var x: bv32;
      begin: -> first { store &level, -9:32; t = spawn worker(); }
      first: -> second { ok = await at_least &level, -2:32; x = load &level; }
      second: -> third { ok = await distinct &flag, 0:8; }
      third: if ok -> exit { return x; } if !ok -> bad;
      bad: error(unreach-call) "nobody went on";
    })";
  EXPECT_EQ(all(kText), "exit 3"); // -5 is less than -2, signed
}

TEST_F(Threads, WhereNobodyCanGoOnTheFirstOneIsTold) {
  constexpr std::string_view kText = R"(
    object a: 4; object b: 4;
    function worker() {
      var ok: bool;
      wait: -> on { ok = await equal &b, 1:32; }
      on: if ok -> exit { store &a, 1:32; return; } if !ok -> bad;
      bad: error(unreach-call) "it is not the first one";
    }
    function main() -> bv32 {
      var t: bv32; var ok: bool; var rescued: bool;
      begin: -> wait { t = spawn worker(); }
      wait: -> told { ok = await equal &a, 1:32; }
      told: if !ok -> again { store &b, 1:32; } if ok -> exit { return 1; }
      again: -> end { rescued = await equal &a, 1:32; }
      end: if rescued -> exit { return 2; } if !rescued -> exit { return 3; }
    })";
  EXPECT_EQ(all(kText), "exit 2");
}

TEST_F(Threads, OneThreadThatWaitsForItselfIsTold) {
  EXPECT_EQ(all("object a: 4; function main() -> bv32 { var ok: bool; s: -> e { ok = await equal &a, 1:32; }"
                " e: -> exit { return ite(ok, 1:32, 2:32); } }"),
            "exit 2");
}

TEST_F(Threads, AnAwaitInterruptsItsRegion) {
  constexpr std::string_view kText = R"(
    object flag: 4; object seen: 4;
    function worker() {
      var x: bv32;
      enter: -> look { step; atomic begin; }
      look: -> exit { x = load &seen; store &flag, x + 1; atomic end; return; }
    }
    function main() -> bv32 {
      var t: bv32; var ok: bool; var x: bv32;
      begin: -> enter { t = spawn worker(); }
      enter: -> inside { step; atomic begin; store &seen, 6:32; }
      inside: -> end { ok = await distinct &flag, 0:32; x = load &flag; atomic end; }
      end: if ok -> exit { return x; } if !ok -> bad;
      bad: error(unreach-call) "the region was not interrupted";
    })";
  EXPECT_EQ(all(kText), "exit 1, exit 7");
}

TEST_F(Threads, AnAwaitThatIsMetDoesNotInterruptARegion) {
  constexpr std::string_view kText = R"(
    object flag: 4; object x: 4;
    function worker() { w: -> exit { step write &x, 4; store &x, 1:32; return; } }
    function main() -> bv32 {
      var t: bv32; var ok: bool; var before: bv32; var after: bv32;
      begin: -> enter { t = spawn worker(); }
      enter: -> inside { step; atomic begin; before = load &x; }
      inside: -> end { ok = await equal &flag, 0:32; after = load &x; atomic end; }
      end: if before == after -> exit { return 0; } if before != after -> bad;
      bad: error(unreach-call) "interrupted";
    })";
  EXPECT_EQ(all(kText), "exit 0");
}

TEST_F(Threads, EachThreadHasItsLocalVariables) {
  constexpr std::string_view kText = R"(
    object done: 4; object there: 4;
    global thread_local mine: bv32 = 5;
    global thread_local wide: bv128 = 0x10000000000000000;
    global all: bv32 = 0;
    function worker() {
      first: -> second { step; mine = mine + 10; wide = wide + 1; all = all + 1; }
      second: -> exit { step; store &there, mine + wide[31:0] + wide[95:64]; store &done, 1:32; return; }
    }
    function main() -> bv32 {
      var t: bv32; var x: bv32; var ok: bool;
      begin: -> on { mine = 100; wide = 0; t = spawn worker(); }
      on: -> join { step; mine = mine + 100; all = all + 1; }
      join: -> end { ok = await equal &done, 1:32; }
      end: -> exit { x = load &there; return x * 10000 + mine + wide[31:0] + all; }
    })";
  EXPECT_EQ(all(kText), "exit 170202"); // 15 + 1 + 1 there, 200 + 0 + 2 here
}

TEST_F(Threads, TheFirstThreadMayEndBeforeOthers) {
  const std::string text = R"(
    global exit_status: bv32;
    function worker() -> bv32 { s: -> e { step; } e: END }
    function main() -> bv32 {
      var t: bv32;
      begin: -> on { t = spawn worker(); }
      on: -> end { step; }
      end: thread_end;
    })";
  const auto with = [&](const std::string& end) {
    std::string result = text;
    return result.replace(result.find("END"), 3, end);
  };
  EXPECT_EQ(all(with("-> exit { return 9; }")), "exit"); // the last thread's end; nobody has returned from main
  EXPECT_EQ(all(with("-> h { exit_status = 4; } h: halt;")), "halt 4");
  EXPECT_EQ(run(with("-> h; h: halt;"), {0}).thread, 1u);
  EXPECT_EQ(all(with("-> h; h: abort;")), "abort");
  EXPECT_EQ(all(with("-> h; h: error(no-overflow) \"!\";")), "error(no-overflow)");
  EXPECT_EQ(all(with("-> h; h: thread_end;")), "exit");
}

TEST_F(Threads, TheProgramEndsWithItsFirstFunction) {
  constexpr std::string_view kText = R"(
    function worker() { s: -> e { step; } e: -> bad { step; } bad: error(unreach-call) "late"; }
    function main() -> bv32 {
      var t: bv32;
      begin: -> on { t = spawn worker(); }
      on: -> exit { step; return 3; }
    })";
  EXPECT_EQ(all(kText), "exit 3, error(unreach-call)");
  EXPECT_EQ(result(kText, {0}), 3);
  EXPECT_EQ(run(kText, {1, 0, 0}).thread, 1u);
}

TEST_F(Threads, ArgumentsArePassedAndNumbersAreGiven) {
  constexpr std::string_view kText = R"(
    object sum: 4; object done: 4;
    function worker(n: bv32, w: bv128) {
      var x: bv32;
      s: -> e { step; }
      e: -> exit { x = load &sum; store &sum, x + n * w[95:64]; x = load &done; store &done, x + 1; return; }
    }
    function main() -> bv32 {
      var a: bv32; var b: bv8; var c: bv64; var x: bv32; var ok: bool;
      begin: -> join { a = spawn worker(3, 0x20000000000000000); b = spawn worker(a + 4, 0x10000000000000000);
                       c = spawn worker(zext(b, 32) + 100, 0x10000000000000000); }
      join: -> end { ok = await equal &done, 3:32; }
      end: -> exit { x = load &sum; return x + a + zext(b, 32) + c[31:0]; }
    })";
  EXPECT_EQ(all(kText), "exit 119"); // 3 * 2 + 5 + 102, and 1 + 2 + 3
}

TEST_F(Threads, StacksAreTheirOwn) {
  constexpr std::string_view kText = R"(
    function sum(n: bv32) -> bv32 {
      var r: bv32;
      s: if n == 0 -> exit { return 0; } if n != 0 -> c { step; }
      c: -> e { r = call sum(n - 1); }
      e: -> exit { step; return r + n; }
    }
    object there: 4; object done: 4;
    function worker() { var r: bv32; s: -> e { r = call sum(2); } e: -> exit { store &there, r; store &done, 1:32; return; } }
    function main() -> bv32 {
      var t: bv32; var r: bv32; var ok: bool; var x: bv32;
      begin: -> on { t = spawn worker(); }
      on: -> join { r = call sum(3); }
      join: -> end { ok = await equal &done, 1:32; }
      end: -> exit { x = load &there; return x * 10 + r; }
    })";
  EXPECT_THROW(parse(kText), InputError); // a step begins its location's only edge
  std::string text(kText);
  text.replace(text.find("-> c { step; }"), 14, "-> b; b: -> c { step; }");
  EXPECT_EQ(all(text), "exit 36");
}

TEST_F(Threads, StackObjectsDieWithTheirThread) {
  const std::string text = R"(
    object slot: 8; object done: 4;
    function inner() {
      var p: ptr;
      s: -> e { p = allocate stack zero 4 "x"; store &slot, p; store &done, 1:32; }
      e: -> on { step; store p, 6:32; }
      on: END
    }
    function worker() { var q: ptr; s: -> c { q = allocate stack zero 4 "y"; } c: -> e { call inner(); } e: -> exit { return; } }
    function main() -> bv32 {
      var t: bv32; var p: ptr; var x: bv32; var ok: bool; var lives: bool;
      begin: -> join { t = spawn worker(); }
      join: -> look { ok = await equal &done, 1:32; p = load &slot; }
      look: -> on { step; lives = readable(p, 4); }
      on: if lives -> exit { x = load p; return x; } if !lives -> exit { return 99; }
    })";
  const auto with = [&](const std::string& end) {
    std::string result = text;
    return result.replace(result.find("END"), 3, end);
  };
  EXPECT_EQ(all(with("-> exit { return; }")), "exit 0, exit 99");
  EXPECT_EQ(all(with("-> end; end: thread_end;")), "exit 0, exit 99");
  EXPECT_EQ(all(with("-> last { step; } last: -> exit { return; }")), "exit 0, exit 6, exit 99");
}

TEST_F(Threads, LeaksAreSearchedFromAllStacks) {
  constexpr std::string_view kText = R"(
    object done: 4;
    global thread_local mine: bv64;
    function keep(p: ptr) { s: -> e { step; } e: -> exit { step; return; } }
    function worker() {
      var p: ptr;
      s: -> c { p = allocate heap zero 4 "malloc"; mine = KEPT; p = 0; store &done, 1:32; }
      c: -> e { call keep(mine); }
      e: -> exit { mine = 0; store &done, 2:32; return; }
    }
    function main() -> bv32 {
      var t: bv32; var x: bv32; var ok: bool;
      begin: -> join { t = spawn worker(); }
      join: -> look { ok = await at_least &done, 1:32; }
      look: -> end { step; x = load &done; ok = all_tracked(); }
      end: -> exit { return x * 10 + ite(ok, 1:32, 0:32); }
    })";
  const auto with = [&](const std::string& kept) {
    std::string result(kText);
    return result.replace(result.find("KEPT"), 4, kept);
  };
  EXPECT_EQ(all(with("p")),
            "exit 11, exit 20"); // as long as it is there, a parameter of a call and a thread's variable hold it
  EXPECT_EQ(all(with("0")), "exit 10, exit 20");
}

/// A thread's access, as a step, a check if it is plain, and what it does.
struct Access {
  std::string_view kind;
  unsigned offset = 0, size = 4;
  bool isAtomic = false, isInRegion = false;
};

std::string accessText(const Access& access) {
  const std::string bits = std::to_string(8 * access.size), place = "&x[" + std::to_string(access.offset) + "]";
  const std::string range = place + ", " + std::to_string(access.size);
  const std::string done = access.kind == "read" ? "v = load " + place + ";" : "store " + place + ", 1:" + bits + ";";
  std::string text = "enter: -> access { " + std::string(access.isInRegion ? "step; atomic begin;" : "") + " }\n";
  text += "access: -> check { step " + std::string(access.isAtomic ? "atomic " : "") + std::string(access.kind) + " " +
          range + "; ok = " + (access.isAtomic ? "true" : "unraced_" + std::string(access.kind) + "(" + range + ")") +
          "; }\n";
  text += "check: if ok -> leave { " + done + " } if !ok -> race;\n";
  text += "race: error(no-data-race) \"race\";\n";
  return text + "leave: -> behind { " + (access.isInRegion ? "atomic end;" : "") + " }\n";
}

std::string twoAccesses(const Access& first, const Access& second, bool isJoined = false) {
  const std::string join = "-> enter { ok = await equal &done, 1:32; }\n";
  return R"(object x: 16; object done: 4;
    function worker() { var ok: bool; var v: bv)" +
         std::to_string(8 * second.size) + ";\n" + accessText(second) +
         R"(behind: -> exit { store &done, 1:32; return; } }
    function main() { var t: bv32; var ok: bool; var v: bv)" +
         std::to_string(8 * first.size) + ";\n begin: -> " + (isJoined ? "join" : "enter") +
         " { t = spawn worker(); }\n" + (isJoined ? "join: " + join : "") + accessText(first) +
         "behind: -> last { ok = await equal &done, 1:32; }\n last: -> exit { return; } }";
}

TEST_F(Threads, RacesAreConflictingAccessesSideBySide) {
  const Access write{"write"}, read{"read"};
  const auto isRace = [&](const Access& first, const Access& second, bool isJoined = false) {
    const std::string found = all(twoAccesses(first, second, isJoined));
    const std::string other = isJoined ? found : all(twoAccesses(second, first));
    EXPECT_EQ(found, other);
    EXPECT_TRUE(found == "exit" || found == "exit, error(no-data-race)") << found;
    return found != "exit";
  };
  EXPECT_TRUE(isRace(write, write));
  EXPECT_TRUE(isRace(write, read));
  EXPECT_FALSE(isRace(read, read));
  // Bytes.
  EXPECT_FALSE(isRace(write, {"write", 4}));
  EXPECT_TRUE(isRace(write, {"write", 2}));
  EXPECT_TRUE(isRace(write, {"read", 3, 1}));
  EXPECT_FALSE(isRace(write, {"read", 4, 1}));
  EXPECT_FALSE(isRace({"write", 8, 8}, {"write", 0, 8}));
  EXPECT_TRUE(isRace({"write", 4, 8}, {"write", 0, 8}));
  // Atomic ones.
  const Access atomicWrite{"write", 0, 4, true}, atomicRead{"read", 0, 4, true};
  EXPECT_FALSE(isRace(atomicWrite, atomicWrite));
  EXPECT_FALSE(isRace(atomicWrite, atomicRead));
  EXPECT_TRUE(isRace(atomicWrite, write));
  EXPECT_TRUE(isRace(atomicWrite, read));
  EXPECT_TRUE(isRace(atomicRead, write));
  EXPECT_FALSE(isRace(atomicRead, read));
  // In regions.
  const Access region{"write", 0, 4, false, true};
  EXPECT_FALSE(isRace(region, region));
  EXPECT_FALSE(isRace(region, {"read", 0, 4, false, true}));
  EXPECT_TRUE(isRace(region, write));
  EXPECT_TRUE(isRace(region, read));
  EXPECT_FALSE(isRace(region, atomicWrite));
  // One after the other.
  EXPECT_FALSE(isRace(write, write, true));
  EXPECT_FALSE(isRace(read, write, true));
}

TEST_F(Threads, WhoHasEndedRacesWithNobody) {
  constexpr std::string_view kText = R"(
    object x: 4; object done: 4;
    function worker() { a: -> e { step write &x, 4; store &x, 1:32; store &done, 1:32; } e: thread_end; }
    function main() {
      var t: bv32; var ok: bool;
      begin: -> join { t = spawn worker(); }
      join: -> access { ok = await equal &done, 1:32; }
      access: -> check { step write &x, 4; ok = unraced_write(&x, 4); }
      check: if ok -> exit { return; } if !ok -> race;
      race: error(no-data-race) "race";
    })";
  EXPECT_EQ(all(kText), "exit");
}

TEST_F(Threads, AnAwaitOfDeadMemoryIsUndefined) {
  const std::string text = R"(
    object p: 8; object done: 4;
    function worker() { var q: ptr; s: -> e { q = allocate stack zero 4 "x"; store &p, q; store &done, 1:32; } e: -> exit { step; return; } }
    function main() {
      var t: bv32; var q: ptr; var ok: bool;
      begin: -> join { t = spawn worker(); }
      join: -> wait { ok = await equal &done, 1:32; q = load &p; }
      wait: -> last @7:3 { ok = await equal q, 1:32; }
      last: -> exit { return; }
    })";
  // Either it dies while it is waited for, or before.
  EXPECT_EQ(all(text), "undefined");
  const Outcome outcome = run(text, {1});
  EXPECT_EQ(outcome.thread, 0u);
  EXPECT_EQ(outcome.position.line, 7u);
  EXPECT_NE(outcome.message.find("dead stack object 'x'"), std::string::npos) << outcome.message;
}

TEST_F(Threads, LimitsEndExecutions) {
  const Program& endless = parse("function f() { s: -> s { step; } } function main() { var t: bv32;"
                                 " b: -> s { t = spawn f(); } s: -> s { step; } }");
  const AllSchedules some = runAllSchedules(endless, {}, {.steps = 12, .executions = 50});
  EXPECT_FALSE(some.isComplete);
  EXPECT_TRUE(some.has(Outcome::StepLimit));
  EXPECT_FALSE(some.has(Outcome::Exit));
  const Program& many = parse("function f() { s: -> exit { return; } } function main() { var t: bv32;"
                              " b: -> b { t = spawn f(); } }");
  ListInputs none({});
  EXPECT_EQ(Interpreter(many).run(none).kind, Outcome::MemoryLimit);
}

TEST_F(Threads, StatesWithThreadsAreNotCompared) {
  const Program& program = parse("function f() { s: -> s { step; } } function main() { var t: bv32;"
                                 " b: -> s { t = spawn f(); } s: -> s { step; } }");
  class Zero : public InputSource {
    std::optional<BitVector> next(const Input&, uint32_t width, SourcePosition) override {
      return BitVector::zero(width);
    }
  } zero;
  EXPECT_FALSE(CycleSearch(program).find(zero, 1000));
}

TEST_F(Threads, ProgramsSayWhetherTheyHaveThem) {
  EXPECT_TRUE(hasThreads(parse(kCounter)));
  EXPECT_FALSE(hasThreads(parse("function main() { s: -> exit { return; } }")));
  EXPECT_TRUE(hasThreads(parse("function main() { s: -> exit { step; return; } }")));
  EXPECT_TRUE(hasThreads(parse("function main() { s: thread_end; }")));
  EXPECT_TRUE(hasThreads(
      parse("object a: 4; function main() { var ok: bool; s: -> exit { ok = unraced_read(&a, 4); return; } }")));
}

TEST_F(Threads, TheyStandAtPlacesThatCanBeInterrupted) {
  const Program& program = parse(kCounter);
  const Function& worker = program[program.findFunction("worker")];
  const Function& main = program[program.entry()];
  EXPECT_TRUE(isInterruptible(program, worker.entry));
  EXPECT_FALSE(isInterruptible(program, worker.exit));
  EXPECT_FALSE(isInterruptible(program, main.entry));
  EXPECT_EQ(std::ranges::count_if(main.locations, [&](LocationId at) { return isInterruptible(program, at); }), 3);
}

TEST_F(Threads, WhatTheyRunIsReachable) {
  const Program& program = parse("function f() { s: -> e { call g(); } e: -> exit { return; } }"
                                 "function g() { s: -> exit { return; } } function h() { s: -> exit { return; } }"
                                 "function main() { var t: bv32; b: -> exit { t = spawn f(); return; } }");
  const CallGraph calls(program);
  for (const char* name : {"f", "g", "main"}) EXPECT_TRUE(calls.isReachable(program.findFunction(name))) << name;
  EXPECT_FALSE(calls.isReachable(program.findFunction("h")));
  EXPECT_EQ(calls.calls().size(), 1u);
}

TEST_F(Threads, TheContractIsChecked) {
  const auto errorOf = [&](const std::string& edges, const std::string& rest = "") {
    try {
      parse("object a: 4; global wide: bv128; " + rest +
            "function f(n: bv32) { s: -> exit { return; } } function g(n: bv32);"
            "function main(n: bv32) { var ok: bool; var t: bv32; " +
            edges + " }");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto expect = [&](const std::string& part, const std::string& edges, const std::string& rest = "") {
    const std::string error = errorOf(edges, rest);
    EXPECT_NE(error.find(part), std::string::npos) << edges << ": " << error;
  };
  EXPECT_EQ(errorOf("s: -> exit { step; t = spawn f(1); atomic begin; atomic end; return; }"), "");
  expect("a step that does not begin", "s: -> exit { t = 1; step; return; }");
  expect("a step that does not begin", "s: -> exit { t = 1; ok = await equal &a, 1:32; return; }");
  expect("a step that does not begin", "s: -> exit { step; step; return; }");
  expect("a step that does not begin", "s: if n == 0 -> exit { step; return; } if n != 0 -> exit { return; }");
  expect("a step that does not begin",
         "s: if n == 0 -> exit { return; } if n != 0 -> exit { ok = await equal &a, 1:32; return; }");
  expect("a function without body", "s: -> exit { t = spawn g(1); return; }");
  expect("a wrong number of arguments", "s: -> exit { t = spawn f(1, 2:32); return; }");
  expect("no bit-vector of at most 64 bits", "s: -> exit { ok = spawn f(1); return; }");
  expect("no bit-vector of at most 64 bits", "s: -> exit { wide = spawn f(1); return; }");
  expect("what is not Bool", "s: -> exit { t = await equal &a, 1:32; return; }");
  expect("no number of whole bytes", "s: -> exit { ok = await equal &a, true; return; }");
  expect("no number of whole bytes", "s: -> exit { ok = await equal &a, 1:7; return; }");
  expect("no number of whole bytes", "s: -> exit { ok = await equal &a, wide; return; }");
  expect("is terminal and has an outgoing edge", "s: thread_end -> exit { return; }");
}

TEST(AllSchedulesTest, OtherInputsAreGiven) {
  TermManager terms;
  const Program program = parseProgram(R"(
    object x: 4;
    function f(n: bv32) { s: -> exit { step write &x, 4; store &x, n; return; } }
    function main() -> bv32 {
      var t: bv32; var n: bv32; var m: bv32;
      b: -> s { n = input nondet; t = spawn f(n); }
      s: -> e { step; m = input nondet; }
      e: -> exit { n = load &x; return n * 10 + m; }
    })",
                                       "test", terms);
  const AllSchedules found = runAllSchedules(program, {BitVector(32, 4), BitVector(32, 7)});
  EXPECT_EQ(found.text(program), "exit 7, exit 47");
  EXPECT_TRUE(found.isComplete);
  // The other thread stands at its beginning, then at its step, then nowhere.
  EXPECT_EQ(found.executions, 3u);
}

} // namespace
} // namespace assay
