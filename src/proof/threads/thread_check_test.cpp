// The checker of what is said of threads: it confirms what the walk says of right programs, refuses annotations that
// say too much, and for programs that race, whatever is said of them.
#include "proof/threads/pair_check.h"

#include "analysis/testing/thread_library.h"
#include "analysis/threads/thread_walk.h"
#include "program/text_parser.h"
#include "proof/threads/commuting.h"
#include "util/random.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

/// Threads lock, create, join and meet by roles; `add` and `touch` are accesses that others see.
const std::string kLibrary = kThreadLibrary + kLockFunction + kSharedCount + R"(
  object barrier: 32;
  function make(at: bv64, attributes: bv64, number: bv32) role barrier_initialise {
    A: -> exit { step; atomic begin; store at, number; atomic end; return; }
  }
  function meet(at: bv64) role barrier_wait {
    var met: bool;
    A: -> exit { met = await equal at, 0:32; return; }
  }
  function touch(at: bv64) {
    var ok: bool;
    C: -> D { step write at, 4; ok = unraced_write(at, 4); }
    D: if !ok -> E; if ok -> exit { store at, 1:32; return; }
    E: error(no-data-race) "race";
  }
  object flag: 4;
  function take() {
    var v: bv32;
    A: -> B { step atomic write &flag, 4; atomic begin; v = load &flag; store &flag, 1:32; atomic end; }
    B: if v != 0 -> A; if v == 0 -> exit { return; }
  }
  function give() {
    A: -> exit { step atomic write &flag, 4; atomic begin; store &flag, 0:32; atomic end; return; }
  }
  entry main;
)";

constexpr std::string_view kLocked = R"(
  function work(which: bv64) {
    A: -> B { call lock(&m); }
    B: -> C { call add(); }
    C: -> D { call unlock(&m); }
    D: -> exit { return; }
  }
  function rest(which: bv64) { A: -> exit { return; } }
  function main() {
    A: -> B { call create(&handles, 0:64); }
    B: -> C { call lock(&m); }
    C: -> D { call add(); }
    D: -> F { call unlock(&m); }
    F: -> exit { return; }
  })";
constexpr std::string_view kJoined = R"(
  function work(which: bv64) { A: -> B { call add(); } B: -> exit { return; } }
  function rest(which: bv64) { A: -> exit { return; } }
  function main() {
    var t: bv64;
    A: -> B { call add(); }
    B: -> C { call create(&handles, 0:64); }
    C: -> D { t = load &handles; }
    D: -> F { call join(t); }
    F: -> G { call add(); }
    G: -> exit { return; }
  })";
/// One thread after the other: the second one begins when the first one has ended.
constexpr std::string_view kInTurn = R"(
  function work(which: bv64) { A: -> B { call add(); } B: -> exit { return; } }
  function rest(which: bv64) { A: -> B { call add(); } B: -> exit { return; } }
  function main() {
    var t: bv64;
    A: -> C { call create(&handles, 0:64); }
    C: -> D { t = load &handles; }
    D: -> F { call join(t); }
    F: -> G { call create(&handles[8], 1:64); }
    G: -> exit { return; }
  })";

/// Whoever comes second to the barrier comes after the first one's access, but not the other way round.
constexpr std::string_view kMet = R"(
  function work(which: bv64) { A: -> B { call meet(&barrier); } B: -> C { call add(); } C: -> exit { return; } }
  function rest(which: bv64) { A: -> exit { return; } }
  function main() {
    A: -> B { call make(&barrier, 0:64, 2:32); }
    B: -> C { call create(&handles, 0:64); }
    C: -> D { call add(); }
    D: -> F { call meet(&barrier); }
    F: -> exit { return; }
  })";
/// The thread comes after what its creator does under the lock that it has held since it created the thread.
constexpr std::string_view kHeldBack = R"(
  function work(which: bv64) {
    A: -> B { call lock(&m); }
    B: -> C { call unlock(&m); }
    C: -> D { call add(); }
    D: -> exit { return; }
  }
  function rest(which: bv64) { A: -> exit { return; } }
  function main() {
    A: -> B { call lock(&m); }
    B: -> C { call create(&handles, 0:64); }
    C: -> D { call add(); }
    D: -> F { call unlock(&m); }
    F: -> exit { return; }
  })";
/// A lock by another name, and a block that is given away after the access.
constexpr std::string_view kNamed = R"(
  function work(which: bv64) {
    A: -> B { call lock(&m); }
    B: -> C { call add(); }
    C: -> D { call unlock(&m); }
    D: -> exit { return; }
  }
  function rest(which: bv64) { A: -> B { call touch(which); } B: -> exit { return; } }
  function main() {
    var p: ptr pointer; var q: ptr pointer;
    Z: -> A { p = &m; q = allocate heap any 4:64; }
    A: -> B { call create(&handles, 0:64); }
    B: -> C { call lock(p); }
    C: -> D { call add(); }
    D: -> F { call unlock(p); }
    F: -> G { call touch(q); }
    G: -> H { call create(&handles[8], q); }
    H: -> exit { return; }
  })";

/// A lock that is a value.
constexpr std::string_view kFlagged = R"(
  function work(which: bv64) {
    A: -> B { call take(); }
    B: -> C { call add(); }
    C: -> D { call give(); }
    D: -> exit { return; }
  }
  function rest(which: bv64) { A: -> exit { return; } }
  function main() {
    A: -> B { call create(&handles, 0:64); }
    B: -> C { call take(); }
    C: -> D { call add(); }
    D: -> F { call give(); }
    F: -> exit { return; }
  })";

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result(text);
  const size_t at = result.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  if (at != std::string::npos) result.replace(at, what.size(), by);
  return result;
}

/// Programs that race, all of them.
std::vector<std::string> racyPrograms() {
  return {
      replaced(kLocked, "lock(&m)", "lock(&n)"), // under different locks
      replaced(kLocked, "D: -> F { call unlock(&m); }\n    F: -> exit { return; }",
               "D: -> F { call unlock(&m); }\n    F: -> G { call add(); }\n    G: -> exit { return; }"), // too late
      replaced(kJoined, "call join(t);", "step;"),                                                       // nobody waits
      replaced(kJoined, "t = load &handles;", "t = load &handles[8];"), // for somebody else
      replaced(kInTurn, "call join(t);", "step;"),                      // at the same time
      replaced(kMet, "C: -> D { call add(); }\n    D: -> F { call meet(&barrier); }",
               "C: -> D { call meet(&barrier); }\n    D: -> F { call add(); }"), // both after the barrier
      replaced(kMet, "2:32", "1:32"),                                            // nobody waits for the other one
      replaced(kHeldBack, "C: -> D { call add(); }\n    D: -> F { call unlock(&m); }\n    F: -> exit",
               "C: -> D { call unlock(&m); }\n    D: -> F { call lock(&m); }\n"
               "    F: -> G { call add(); }\n    G: -> exit"), // opened between
      replaced(kNamed, "p = &m;", "p = &n;"),                  // the name of another lock
      replaced(kNamed, "F: -> G { call touch(q); }\n    G: -> H { call create(&handles[8], q); }",
               "F: -> G { call create(&handles[8], q); }\n    G: -> H { call touch(q); }"), // given away before
      replaced(kFlagged, "A: -> B { call take(); }", "A: -> B { step; }"),                  // not looked at
      replaced(kFlagged, "which: bv64) { A: -> exit { return; } }\n  function main() {\n    A: -> B {",
               "which: bv64) { A: -> B { call give(); } B: -> exit { return; } }\n  function main() {\n"
               "    A: -> X { call create(&handles[8], 1:64); }\n    X: -> B {"), // opened by somebody else
      replaced(replaced(kJoined, "t = load &handles;", "t = load &handles[8];"), "C: -> D",
               "C: -> Y { call create(&handles[8], 1:64); }\n    Y: -> D"), // waits for the other one
  };
}

class ThreadCheckTest : public ::testing::Test {
protected:
  struct Walked {
    explicit Walked(Program made) : program(std::move(made)), walk(program, limits, deadline) {}
    Program program;
    ThreadWalkLimits limits;
    Deadline deadline;
    ThreadWalk walk;
    ThreadAnnotation annotation;
  };

  std::unique_ptr<Walked> walked(std::string_view text) {
    auto result = std::make_unique<Walked>(parseProgram(kLibrary + std::string(text), "test", terms_));
    EXPECT_TRUE(result->walk.run()) << result->walk.failure();
    result->annotation = result->walk.takeAnnotation();
    return result;
  }
  std::string refused(Walked& walked, const ThreadAnnotation& annotation) {
    std::set<std::string> onTrust;
    std::string why =
        whyRacesAreNotExcluded(walked.program, walked.walk.sets(), annotation, walked.deadline, env_.env, onTrust);
    EXPECT_TRUE(onTrust.empty());
    return why;
  }
  /// The annotation, after all states were changed.
  template <class Change>
  static ThreadAnnotation changed(const Walked& walked, Change change) {
    ThreadAnnotation result = walked.annotation;
    for (ThreadContext& context : result.contexts) {
      for (auto& [location, states] : context.at)
        for (ThreadState& state : states) change(context, state);
      for (ThreadState& state : context.exits) change(context, state);
    }
    return result;
  }

  TermManager terms_;
  TestEnv env_;
};

TEST_F(ThreadCheckTest, RightProgramsAreConfirmed) {
  for (std::string_view text : {kLocked, kJoined, kInTurn, kMet, kHeldBack, kNamed, kFlagged}) {
    const auto program = walked(text);
    EXPECT_EQ(refused(*program, program->annotation), "") << text;
  }
}

TEST_F(ThreadCheckTest, ProgramsThatRaceAreNot) {
  for (const std::string& text : racyPrograms()) {
    const auto program = walked(text);
    EXPECT_NE(refused(*program, program->annotation).find("may race"), std::string::npos) << text;
  }
}

/// The two programs have the same locations and edges; one of these does something else.
TEST_F(ThreadCheckTest, WhatIsSaidOfARightProgramDoesNotFitAWrongOne) {
  struct Row {
    std::string_view text, what, by, why;
  };
  const Row rows[] = {
      {kLocked, "call lock(&m); }\n    C: -> D { call add(); }\n    D: -> F",
       "call lock(&n); }\n    C: -> D { call add(); }\n    D: -> F", "is called: a context"},
      {kLocked, "A: -> B { call lock(&m); }", "A: -> B { step; }", "that a lock is held"},
      {kJoined, "call join(t);", "step;", "that a thread has ended"},
      {kJoined, "t = load &handles;", "t = load &handles[8];", "a value"},
      {kInTurn, "call join(t);", "step;", "that a thread has ended"},
      {kMet, "A: -> B { call meet(&barrier); }", "A: -> B { step; }", "that a barrier or a semaphore was passed"},
      {kMet, "C: -> D { call add(); }", "C: -> D { call meet(&barrier); }", "a call for a barrier or a semaphore"},
      {kHeldBack, "A: -> B { call lock(&m); }", "A: -> B { step; }", "that a lock was held"},
      {kHeldBack, "C: -> D { call add(); }\n    D: -> F", "C: -> D { call unlock(&m); }\n    D: -> F", "a lock is"},
      {kNamed, "p = &m;", "p = &n;", "a value"},
      {kFlagged, "A: -> B { call take(); }", "A: -> B { step; }", "that a flag is held"},
      {kNamed, "F: -> G { call touch(q); }", "F: -> G { call create(&handles, 1:64); }", "more than holds"},
      {kNamed, "heap any 4:64; }", "heap any 4:64; store &handles[16], q; }", "that nobody else knows an object"},
  };
  for (const Row& row : rows) {
    const auto right = walked(row.text);
    const Program wrong = parseProgram(kLibrary + replaced(row.text, row.what, row.by), "test", terms_);
    std::set<std::string> onTrust;
    const std::string refusal =
        whyRacesAreNotExcluded(wrong, right->walk.sets(), right->annotation, right->deadline, env_.env, onTrust);
    EXPECT_NE(refusal.find(row.why), std::string::npos) << row.by << ": " << refusal;
  }
}

TEST_F(ThreadCheckTest, ALockThatIsNotHeldIsRefused) {
  const auto program = walked(racyPrograms()[2]);
  const Term lock = program->program.objectAddress(2);
  const PointerSetId targets = program->walk.sets().of(lock);
  const auto hold = [&](ThreadContext&, ThreadState& state) {
    if (!state.findHeld(lock)) state.held.push_back({lock, targets, true});
  };
  EXPECT_NE(refused(*program, changed(*program, hold)), "");
  // Nor where threads begin already.
  const auto holdInThreads = [&](ThreadContext& context, ThreadState& state) {
    if (context.thread != 0) hold(context, state);
  };
  EXPECT_NE(refused(*program, changed(*program, holdInThreads)).find("that a lock is held"), std::string::npos);
}

TEST_F(ThreadCheckTest, AThreadThatHasNotEndedIsRefused) {
  const auto program = walked(racyPrograms()[2]);
  const auto join = [](ThreadContext& context, ThreadState& state) {
    if (context.thread == 0 && hasNumber(state.created, 1)) insertNumber(state.joined, 1);
  };
  EXPECT_NE(refused(*program, changed(*program, join)).find("that a thread has ended"), std::string::npos);
}

TEST_F(ThreadCheckTest, AThreadThatIsCreatedIsNotForgotten) {
  const auto program = walked(racyPrograms()[2]);
  const auto forget = [](ThreadContext&, ThreadState& state) { state.created.clear(); };
  EXPECT_NE(refused(*program, changed(*program, forget)).find("that a thread is not created"), std::string::npos);
}

TEST_F(ThreadCheckTest, ThreadsThatAreCreatedTwiceAreNotOne) {
  const auto program = walked(R"(
    function work(which: bv64) { A: -> B { call add(); } B: -> exit { return; } }
    function rest(which: bv64) { A: -> exit { return; } }
    function main() {
      var i: bv32;
      A: -> B { i = 0; }
      B: if i != 2 -> C { call create(&handles, 0:64); }
         if i == 2 -> exit { return; }
      C: -> B { i = i + 1; }
    })");
  EXPECT_NE(refused(*program, program->annotation), "");
  ThreadAnnotation one = program->annotation;
  for (ThreadKind& kind : one.threads) kind.isRepeated = false;
  EXPECT_NE(refused(*program, one).find("that a thread is created once"), std::string::npos);
}

TEST_F(ThreadCheckTest, WhatIsLeftOutIsMissed) {
  const auto program = walked(kLocked);
  const ThreadAnnotation& whole = program->annotation;
  for (size_t i = 0; i < whole.contexts.size(); ++i) {
    ThreadAnnotation part = whole;
    part.contexts[i].at.clear();
    EXPECT_NE(refused(*program, part), "") << "context " << i;
    for (const auto& [location, states] : whole.contexts[i].at) {
      part = whole;
      part.contexts[i].at.erase(location);
      EXPECT_NE(refused(*program, part), "") << "context " << i << ", location " << location.index();
    }
    if (whole.contexts[i].exits.empty()) continue;
    part = whole;
    part.contexts[i].exits.clear();
    EXPECT_NE(refused(*program, part), "") << "exits of context " << i;
  }
}

/// Says more in some states: of one context, of one thread, or of all.
void sayMore(ThreadAnnotation& annotation, const Program& program, PointerSetTable& sets, SplitMix64& random) {
  const auto pick = [&](size_t number) { return static_cast<uint32_t>(random() % number); };
  const uint32_t what = pick(15), where = pick(4);
  const uint32_t thread = pick(annotation.threads.size()), context = pick(annotation.contexts.size());
  const uint32_t number = pick(annotation.threads.size());
  const Term lock = program.objectAddress(1 + pick(program.objects.size()));
  std::vector<VariableId> pointers;
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isPointer) pointers.emplace_back(i);
  const auto change = [&](ThreadState& state) {
    const auto add = [](auto& list, const auto& fact) {
      if (std::ranges::find(list, fact) == list.end()) list.push_back(fact);
    };
    switch (what) {
    case 0:
      if (!state.findHeld(lock)) state.held.push_back({lock, sets.of(lock), true});
      break;
    case 1:
      insertNumber(state.joined, number);
      break;
    case 2:
      insertNumber(state.gone, number);
      break;
    case 3:
      std::erase(state.created, number);
      break;
    case 4:
      add(state.passed, lock);
      break;
    case 5:
      add(state.history, lock);
      break;
    case 6:
      add(state.heldSince, HeldSince{number, lock});
      break;
    case 7:
      add(state.before, LockedBy{number, lock});
      break;
    case 8:
      state.met = {{.object = lock, .hasPassed = true}};
      break;
    case 9:
      ++state.regions;
      break;
    case 10:
      state.spawned = number;
      break;
    case 11:
      for (VariableId id : pointers) state.values[id] = lock;
      break;
    case 12:
      if (!state.findFlag(lock)) state.flags.push_back({lock, 4, program.terms().mkTrue()});
      break;
    case 13:
      for (VariableId id : pointers) add(state.fresh, program[id].term);
      break;
    default:
      for (const auto& [handle, of] : annotation.handles) state.cells.push_back({lock, sets.of(lock), handle});
      break;
    }
  };
  for (uint32_t i = 0; i < annotation.contexts.size(); ++i) {
    ThreadContext& there = annotation.contexts[i];
    if ((where == 0 && i != context) || (where == 1 && there.thread != thread)) continue;
    for (auto& [location, states] : there.at)
      for (ThreadState& state : states)
        if (where != 2 || pick(2) == 0) change(state);
    for (ThreadState& state : there.exits)
      if (where != 2 || pick(2) == 0) change(state);
  }
  switch (pick(6)) {
  case 0:
    annotation.threads[number].isRepeated = false;
    break;
  case 1:
    annotation.threads[number].lent = {{lock, sets.of(lock), true}};
    break;
  case 2:
    annotation.ended.assign(annotation.threads.size(), ThreadNumbers{number});
    break;
  default:
    break;
  }
}

TEST_F(ThreadCheckTest, NothingThatIsSaidMakesARaceGoAway) {
  SplitMix64 random(1);
  constexpr int kTries = 400;
  for (const std::string& text : racyPrograms()) {
    const auto program = walked(text);
    for (int i = 0; i < kTries; ++i) {
      ThreadAnnotation said = program->annotation;
      for (uint64_t left = 1 + random() % 4; left > 0; --left)
        sayMore(said, program->program, program->walk.sets(), random);
      ASSERT_NE(refused(*program, said), "") << text;
    }
  }
}

/// Edges of `add` alone access memory plainly.
TEST_F(ThreadCheckTest, AccessesThatAreInNoRaceCommute) {
  const auto commutes = [&](const std::string& text) {
    const Program program = parseProgram(kLibrary + text, "test", terms_);
    std::map<std::string, size_t> number;
    const std::vector<bool> edges = commutingEdges(program, Deadline(), env_.env).isIn;
    for (uint32_t i = 0; i < edges.size(); ++i)
      if (edges[i]) ++number[program[program[program.edges()[i].source].function].name];
    return number;
  };
  const std::map<std::string, size_t> ofAdd{{"add", 2}};
  for (std::string_view text : {kLocked, kJoined, kHeldBack, kFlagged}) EXPECT_EQ(commutes(std::string(text)), ofAdd);
  for (size_t i = 0; i < 5; ++i) EXPECT_TRUE(commutes(racyPrograms()[i]).empty()) << racyPrograms()[i];
}

} // namespace
} // namespace assay
