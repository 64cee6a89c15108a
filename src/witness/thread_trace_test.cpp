// Traces and witnesses of programs with threads: whose step it is, who waits for what, the two accesses of a race.
#include "engine/common/replay.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"
#include "witness/graphml_witness.h"
#include "witness/trace_text.h"
#include "witness/yaml_witness.h"

#include <gtest/gtest.h>
#include <pugixml.hpp>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace assay {

namespace {

class ThreadTrace : public testing::Test {
protected:
  ThreadTrace() { std::ofstream(file_) << "int x;\n\n\n\n\n\n\n  create(&t, 0, (f)worker, 0);\n"; }
  ~ThreadTrace() override { std::filesystem::remove(file_); }

  /// Runs the automaton under the schedule; it has to end at its only error.
  void record(const std::string& text, std::initializer_list<uint64_t> schedule) {
    program_.emplace(parseProgram("file \"" + file_.string() + "\";\nentry main;\n" + text, "test", terms_));
    for (const uint64_t index : schedule) counterexample_.inputs.emplace_back(32, index);
    for (uint32_t i = 0; i < program_->locations().size(); ++i)
      if (program_->locations()[i].kind == LocationKind::Error) counterexample_.error = LocationId(i);
    replayed_ = replay(*program_, counterexample_, test_.env);
    ASSERT_TRUE(replayed_.confirmed) << replayed_.what;
    trace_ = recordTrace(*program_, counterexample_, test_.env);
    ASSERT_TRUE(trace_.isComplete);
  }

  /// "0@3", "1@5": whose steps, and at which lines.
  std::string steps() const {
    std::string text;
    for (const TraceStep& step : trace_.steps)
      text += (text.empty() ? "" : " ") + std::to_string(step.thread) + "@" + std::to_string(step.position.line);
    return text;
  }
  std::string text() const {
    std::ostringstream out;
    TraceText(*program_, out, {}).trace(trace_);
    return out.str();
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("assay-threads-" + std::to_string(getpid()) + ".c");
  TestEnv test_;
  TermManager terms_;
  std::optional<Program> program_;
  Counterexample counterexample_;
  Replay replayed_;
  Trace trace_;
};

/// Two threads that increment x; the first one sees that an update is lost.
constexpr const char* kUpdates = R"(
object x: 4 "int" @1:5; object done: 4;
function worker() @3:1 {
  var v: bv32 signed "int" as "v" @4:7;
  read: -> write @4:7 { step read &x, 4; v = load &x; }
  write: -> exit @5:3 { step write &x, 4; store &x, v + 1; store &done, 1:32; return; }
}
function main() @7:1 {
  var t: bv32; var v: bv32 signed "int" as "v" @9:7; var ok: bool;
  begin: -> read @8:3 { t = spawn worker(); }
  read: -> write @9:7 { step read &x, 4; v = load &x; }
  write: -> join @10:3 { step write &x, 4; store &x, v + 1; }
  join: -> look { ok = await equal &done, 1:32; }
  look: -> test @12:7 { v = load &x; }
  test: if v == 1 -> bad @13:3; if v != 1 -> exit @13:3 { return; }
  bad: error(unreach-call) "an update is lost" @13:5;
})";

TEST_F(ThreadTrace, StepsAreThoseOfThreads) {
  record(kUpdates, {1, 0, 1, 0});
  EXPECT_TRUE(trace_.hasThreads);
  EXPECT_EQ(steps(), "0@8 1@4 0@9 0@10 1@5 0@12 0@13");
  EXPECT_EQ(trace_.steps[0].creation->thread, 1u);
  EXPECT_EQ(trace_.steps[0].creation->function, "worker");
  EXPECT_EQ(trace_.steps[1].reads, (std::vector<TraceRead>{{"x", "0"}}));
  EXPECT_EQ(trace_.steps[2].reads, (std::vector<TraceRead>{{"x", "0"}})); // as the other one did
  EXPECT_TRUE(trace_.steps[4].endsThread);
  EXPECT_FALSE(trace_.race);
}

TEST_F(ThreadTrace, TheTextSaysWhoGoesOn) {
  record(kUpdates, {1, 0, 1, 0});
  const std::string shown = text();
  for (const char* part : {"thread 0 creates thread 1, which runs worker", "thread 1 in worker", "x is 0",
                           "thread 0 goes on in main", "thread 1 goes on in worker", "x = 1", "thread 1 ends"})
    EXPECT_NE(shown.find(part), std::string::npos) << part << "\n" << shown;
}

TEST_F(ThreadTrace, WithoutSwitchesALineIsOneStep) {
  constexpr const char* kText = R"(
object x: 4 "int" @1:5;
function worker() @3:1 { s: -> exit { step; return; } }
function main() @7:1 {
  var t: bv32; var v: bv32;
  begin: -> read @8:3 { t = spawn worker(); }
  read: -> write @9:3 { step read &x, 4; v = load &x; }
  write: -> bad @9:3 { step write &x, 4; store &x, v + 1; }
  bad: error(unreach-call) "reached" @10:5;
})";
  record(kText, {0, 0});
  EXPECT_EQ(steps(), "0@8 0@9");
}

TEST_F(ThreadTrace, AnInterruptedLineIsThereTwice) {
  constexpr const char* kText = R"(
object x: 4 "int" @1:5;
function worker() @3:1 { s: -> exit @4:3 { step write &x, 4; store &x, 5:32; return; } }
function main() @7:1 {
  var t: bv32; var v: bv32;
  begin: -> read @8:3 { t = spawn worker(); }
  read: -> write @9:3 { step read &x, 4; v = load &x; }
  write: -> bad @9:3 { step write &x, 4; store &x, v + 1; }
  bad: error(unreach-call) "reached" @10:5;
})";
  record(kText, {0, 1, 0});
  EXPECT_EQ(steps(), "0@8 0@9 1@4 0@9");
}

TEST_F(ThreadTrace, RoundsAreFoldedBetweenSwitches) {
  // Ten rounds, the other thread after the third one.
  constexpr const char* kText = R"(
object x: 4 "int" @1:5;
function worker() @3:1 { s: -> exit @4:3 { step write &x, 4; store &x, 100:32; return; } }
function main() @7:1 {
  var t: bv32; var i: bv32 signed "int" as "i" @9:3;
  begin: -> head @8:3 { t = spawn worker(); i = 0:32; }
  head: if i <s 10:32 -> body @9:5; if !(i <s 10:32) -> bad @11:3;
  body: -> head @10:5 { step read &x, 4; i = i + 1:32; }
  bad: error(unreach-call) "reached" @12:5;
})";
  record(kText, {0, 0, 0, 1, 0});
  uint64_t leftOut = 0, shown = 0;
  std::string values;
  for (const TraceStep& step : trace_.steps) {
    leftOut += step.roundsLeftOut;
    EXPECT_TRUE(step.roundsLeftOut == 0 || step.thread == 0);
    if (step.thread == 1) values += "| ";
    for (const TraceChange& change : step.changes)
      if (change.name == "i" && step.position.line == 10) {
        ++shown;
        values += change.value + " ";
      }
  }
  EXPECT_EQ(shown + leftOut, 10u);
  EXPECT_GT(leftOut, 0u);
  EXPECT_EQ(values, "1 3 | 4 10 "); // the first and the last one before the other thread ran, and after
}

/// The check stands between the step and the access.
constexpr const char* kRace = R"(
object x: 4 "int" @1:5;
function worker() @3:1 {
  var v: bv32 signed "int" as "v" @4:7;
  read: -> on @4:7 { step read &x, 4; v = load &x; }
  on: -> exit { return; }
}
function main() @7:1 {
  var t: bv32; var fine: bool;
  begin: -> write @8:3 { t = spawn worker(); }
  write: -> checked @9:3 { step write &x, 4; fine = unraced_write(&x, 4); }
  checked: if !fine -> bad @9:3; if fine -> exit @9:3 { return; }
  bad: error(no-data-race) "data race" @9:3;
})";

TEST_F(ThreadTrace, BothAccessesOfARaceAreNamed) {
  record(kRace, {1, 1});
  ASSERT_TRUE(trace_.race);
  EXPECT_EQ(trace_.race->object, "x");
  EXPECT_EQ(trace_.race->first.thread, 0u);
  EXPECT_TRUE(trace_.race->first.isWrite);
  EXPECT_EQ(trace_.race->first.position.line, 9u);
  EXPECT_EQ(trace_.race->second.thread, 1u);
  EXPECT_FALSE(trace_.race->second.isWrite);
  EXPECT_EQ(trace_.race->second.position.line, 4u);
  EXPECT_EQ((*program_)[trace_.race->second.function].name, "worker");
  EXPECT_EQ(replayed_.outcome.message,
            "data race: 4 bytes of 'x', by thread 0; thread 1 is about to read them at " + file_.string() + ":4:7");
}

/// Models have no positions; the owner of a mutex stands at offset 8.
constexpr const char* kDeadlock = R"(
object a: 12 "lock" @1:5; object b: 12 "lock" @2:5; object ended: 4;
function pthread_mutex_lock(m: bv64, self: bv32) {
  var v: bv32; var ok: bool;
  enter: -> look { step; atomic begin; v = load m; }
  look: if v == 0 -> take; if v != 0 -> wait;
  wait: -> told { ok = await equal m, 0:32; }
  told: if ok -> take; if !ok -> bad;
  take: -> exit { store m, 1:32; store m + 8, self + 1; atomic end; return; }
  bad: error(no-deadlock) "deadlock";
}
function pthread_join(thread: bv64) {
  var ok: bool;
  wait: -> told { ok = await equal &ended, 1:32; }
  told: if ok -> exit { return; } if !ok -> stuck;
  stuck: blocked "deadlock";
}
function second() @20:1 {
  one: -> two @21:3 { call pthread_mutex_lock(&b, 2:32) @21:3; }
  two: -> exit @22:3 { call pthread_mutex_lock(&a, 2:32) @22:3; }
}
function first() @14:1 {
  one: -> two @15:3 { call pthread_mutex_lock(&a, 1:32) @15:3; }
  two: -> exit @16:3 { call pthread_mutex_lock(&b, 1:32) @16:3; }
}
function main() @7:1 {
  var t: bv32;
  begin: -> next @8:3 { t = spawn first(); }
  next: -> on @9:3 { t = spawn second(); }
  on: -> three @10:3 { call pthread_mutex_lock(&b, 0:32) @10:3; }
  three: -> exit @11:3 { call pthread_mutex_lock(&b, 0:32) @11:3; }
})";

TEST_F(ThreadTrace, WhoWaitsForWhatIsTold) {
  // The second thread takes a, the third one b; then everybody waits.
  record(kDeadlock, {1, 0, 2, 0, 0, 0, 0, 0});
  ASSERT_EQ(trace_.waits.size(), 3u) << text();
  EXPECT_EQ(trace_.waits[0].text(), "waits for the mutex b, which thread 2 holds");
  EXPECT_EQ(trace_.waits[0].position.line, 10u);
  EXPECT_EQ(trace_.waits[0].call, "pthread_mutex_lock");
  EXPECT_EQ(trace_.waits[1].text(), "waits for the mutex b, which thread 2 holds");
  EXPECT_EQ(trace_.waits[1].position.line, 16u);
  EXPECT_EQ(trace_.waits[2].text(), "waits for the mutex a, which thread 1 holds");
  EXPECT_EQ(trace_.waits[2].position.line, 22u);
  EXPECT_NE(text().find("thread 1 waits for the mutex b"), std::string::npos) << text();
}

TEST_F(ThreadTrace, ObjectsOfTheLibraryHaveNoInside) {
  EXPECT_EQ(libraryObject("m.__data.__lock"), "m");
  EXPECT_EQ(libraryObject("locks[2].m.__size[0 .. 3]"), "locks[2].m");
  EXPECT_EQ(libraryObject("a.b"), "a.b");
}

TEST_F(ThreadTrace, AWaitForAThreadNamesIt) {
  ThreadWait wait;
  wait.what = "thread 2 to end";
  wait.other = 2;
  EXPECT_EQ(wait.text(), "waits for thread 2 to end");
  wait.what = "the mutex m";
  wait.object = "m";
  EXPECT_EQ(wait.text(), "waits for the mutex m, which thread 2 holds");
  wait.thread = 2;
  EXPECT_EQ(wait.text(), "waits for the mutex m, which it holds itself");
}

TEST_F(ThreadTrace, SchedulesTellTurnsAndCreations) {
  record(kUpdates, {1, 0, 1, 0});
  const ThreadSchedule schedule = recordSchedule(*program_, counterexample_, test_.env);
  std::string shown;
  for (const ScheduleEvent& event : schedule.events)
    shown += std::to_string(event.thread) + "@" + std::to_string(event.position.line) +
             (event.kind == ScheduleEvent::Creation ? "+" + std::to_string(event.created) : "") + event.begins + " ";
  EXPECT_EQ(shown, "0@8+1 1@4worker 0@9 0@10 1@5 ");
  EXPECT_EQ(schedule.violator, 0u);
}

/// "0@8+1", "1@4worker": whose edges, at which lines, which threads are created, which functions entered.
std::string edgesOf(const std::string& witness) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(witness.c_str()));
  std::string shown;
  const pugi::xml_node graph = document.child("graphml").child("graph");
  for (const pugi::xml_node edge : graph.children("edge")) {
    const auto data = [&](const char* key) {
      return std::string(edge.find_child_by_attribute("data", "key", key).text().get());
    };
    shown += data("threadId") + "@" + data("startline");
    if (const std::string created = data("createThread"); !created.empty()) shown += "+" + created;
    shown += data("enterFunction") + " ";
  }
  return shown;
}

TEST_F(ThreadTrace, AGraphHasThreads) {
  record(kUpdates, {1, 0, 1, 0});
  const ThreadSchedule schedule = recordSchedule(*program_, counterexample_, test_.env);
  const WitnessTask task{"1.2", {file_.string()}, "", 64};
  EXPECT_EQ(edgesOf(graphmlViolationWitness(*program_, replayed_, task, &schedule)),
            "0@8+1 1@4worker 0@9 0@10 1@5 0@13 ");
  // Programs without threads have no such keys.
  const std::string other = graphmlViolationWitness(*program_, replayed_, task);
  EXPECT_EQ(other.find("threadId"), std::string::npos);
}

TEST_F(ThreadTrace, AGraphHasBothAccessesOfARace) {
  record(kRace, {1, 1});
  const ThreadSchedule schedule = recordSchedule(*program_, counterexample_, test_.env);
  EXPECT_EQ(edgesOf(graphmlViolationWitness(*program_, replayed_, {"1.2", {file_.string()}, "", 64}, &schedule)),
            "0@8+1 0@9 1@4worker 0@9 ");
}

TEST_F(ThreadTrace, ASequenceHasThreads) {
  record(kRace, {1, 1});
  const ThreadSchedule schedule = recordSchedule(*program_, counterexample_, test_.env);
  const WitnessTask task{"1.2", {file_.string()}, "", 64};
  const YAML::Node entry = YAML::Load(violationWitness(*program_, replayed_, task, &schedule))[0];
  EXPECT_EQ(entry["metadata"]["format_version"].as<std::string>(), "2.2");
  const YAML::Node content = entry["content"];
  ASSERT_EQ(content.size(), 3u);
  const YAML::Node made = content[0]["segment"][0]["waypoint"];
  EXPECT_EQ(made["type"].as<std::string>(), "function_enter");
  EXPECT_EQ(made["thread_id"].as<int>(), 0);
  EXPECT_EQ(made["location"]["column"].as<int>(), 29); // the closing parenthesis, not that of the cast
  const YAML::Node target = content[2]["segment"];
  ASSERT_EQ(target.size(), 2u); // both accesses
  EXPECT_EQ(target[0]["waypoint"]["type"].as<std::string>(), "target");
  EXPECT_EQ(target[0]["waypoint"]["thread_id"].as<int>(), 0);
  EXPECT_EQ(target[0]["waypoint"]["location"]["line"].as<int>(), 9);
  EXPECT_EQ(target[1]["waypoint"]["thread_id"].as<int>(), 1);
  EXPECT_EQ(target[1]["waypoint"]["location"]["line"].as<int>(), 4);
}

} // namespace

} // namespace assay
