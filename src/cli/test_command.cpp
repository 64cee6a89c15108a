// `assay test`: a test suite, and the coverage that the compiler's own tool measures when the compiled program is run
// on it. Symbolic execution gets most of the time limit, the compiled program the rest.
#include "cli/commands.h"
#include "cli/load.h"
#include "frontend/compile/commands.h"
#include "report/coverage_page.h"
#include "report/test_generator.h"
#include "transform/compact_edges.h"
#include "transform/expose_decisions.h"
#include "transform/fixed_environment.h"
#include "util/atomic_file.h"
#include "util/error.h"
#include "witness/native_program.h"

#include <algorithm>
#include <ostream>
#include <set>
#include <thread>

namespace assay {

namespace {

/// The part of a deadline that comes first. Its flag goes up when the whole one's does.
class FirstPart {
  using Duration = Deadline::Clock::duration;

public:
  FirstPart(const Deadline& whole, CoverGoal cover)
      : deadline_(whole.limited() ? lengthOf(whole.end() - Deadline::Clock::now(), cover) : Duration::zero()),
        thread_([this, &whole](const std::stop_token& stop) {
          while (!stop.stop_requested() && !deadline_.cancelled()) {
            if (whole.cancelled() || deadline_.passed()) deadline_.cancel();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
          }
        }) {}
  const Deadline& deadline() const { return deadline_; }

private:
  /// The rest is a fifth, or some seconds if that is not more than half. The one test of an error needs less.
  static Duration lengthOf(Duration whole, CoverGoal cover) {
    const Duration some = std::min<Duration>(whole / 2, std::chrono::seconds(8));
    const Duration rest = cover == CoverGoal::Error ? whole / 10 : std::max<Duration>(whole / 5, some);
    return std::max<Duration>(whole - rest, std::chrono::milliseconds(1)); // zero would be no limit
  }

  Deadline deadline_;
  std::jthread thread_;
};

std::string entryOf(const Options& options) { return options.entry.empty() ? "main" : options.entry; }

const char* fqlOf(CoverGoal cover) {
  return cover == CoverGoal::Branches     ? "COVER EDGES(@DECISIONEDGE)"
         : cover == CoverGoal::Statements ? "COVER EDGES(@BASICBLOCKENTRY)"
                                          : "COVER EDGES(@CALL(reach_error))";
}

SuiteMetadata metadataOf(const Options& options, CoverGoal cover) {
  const std::string entry = entryOf(options);
  return {"Assay " ASSAY_VERSION, "COVER( init(" + entry + "()), FQL(" + fqlOf(cover) + ") )", options.files, entry,
          dataModelOf(options)};
}

/// How the search ended: whether nothing is left to look for, and why.
struct Ending {
  bool complete = false;
  std::string reason;
};

std::string number(size_t count, const char* what) {
  const std::string many = std::string(what) == "branch" ? "branches" : std::string(what) + "s";
  return std::to_string(count) + " " + (count == 1 ? what : many);
}

/// What the world outside decides and tests do not say, by name: main's arguments, files, the clock.
std::vector<std::string> untestedInputsOf(const Program& program, const std::string& entry) {
  std::set<std::string> names;
  for (const Edge& edge : program.edges()) {
    for (const Operation& operation : edge.operations) {
      const Input* input = operation.as<Input>();
      if (!input || input->name.empty()) continue;
      const Sort sort = program[input->variable].sort();
      if (isTestInput(*input, sort.isBool() ? 1 : sort.width())) continue;
      if (input->kind == InputKind::Argument)
        names.insert("the arguments of " + entry);
      else if (input->kind == InputKind::Nondet || input->kind == InputKind::External)
        names.insert(input->name);
    }
  }
  return {names.begin(), names.end()};
}

/// A search that has found all it could, though not all there is.
Ending foundAll(const std::vector<std::string>& untested, const std::string& reason) {
  if (untested.empty()) return {true, reason};
  std::string names;
  for (const std::string& name : untested) names += (names.empty() ? "" : ", ") + name;
  return {false, "tests do not vary " + names};
}

Ending search(Env& env, const Program& program, TestGenerator& generator, CoverGoal cover,
              const std::vector<std::string>& untested) {
  const bool hasMore = generator.begin();
  Result result;
  if (hasMore) result = makePathEngine(generator)->run(program, env);
  generator.minimise();
  if (generator.done()) {
    const char* what = cover == CoverGoal::Branches ? "branch" : "block";
    return {true, cover == CoverGoal::Error ? "a test reaches the error"
                                            : "all of " + number(generator.goals().total(), what) + " covered"};
  }
  if (generator.isDeterministic()) return foundAll(untested, "the program takes no inputs");
  if (result.verdict == Verdict::True)
    return foundAll(untested, cover == CoverGoal::Error ? "no test can reach the error" : "all paths explored");
  return {false, hasMore ? result.reason : env.deadline.passed() ? "timeout" : "interrupted"};
}

class Measurement {
public:
  Measurement(Env& env, const Program& program, TestSuite& suite, NativeOptions options, std::ostream& out)
      : env_(env), suite_(suite), native_(program, std::move(options), env.deadline), out_(out) {}

  /// False: a test did not do what was predicted.
  bool run() {
    if (!native_.failure().empty()) {
      out_ << "note: coverage was not measured: " << native_.failure() << "\n" << std::flush;
      return true;
    }
    if (!native_.caveat().empty()) out_ << "note: " << native_.caveat() << "\n" << std::flush;
    if (!runTests()) {
      out_ << "note: coverage was not measured: out of time after " << number(ran_, "test") << "\n" << std::flush;
      return wrong_ == 0;
    }
    const std::optional<std::string> report = native_.coverageReport();
    if (!report) {
      out_ << "note: coverage was not measured: " << native_.failure() << "\n";
      return wrong_ == 0;
    }
    const std::vector<MeasuredFile> files = readCoverage(*report);
    out_ << coverageTable(files);
    const std::filesystem::path page = suite_.folder() / "coverage.html";
    writeAtOnce(page, coveragePage(files, {"Coverage of " + number(ran_, "test"), notes_}));
    out_ << "page: " << page.string() << "\n";
    return wrong_ == 0;
  }

private:
  bool runTests() {
    size_t predicted = 0, right = 0;
    for (size_t i = 0; i < suite_.tests().size(); ++i) {
      const Prediction& prediction = suite_.tests()[i].prediction;
      env_.logger.progress("running " + suite_.fileOf(i).string());
      const std::optional<NativeOutcome> outcome = native_.run(suite_.fileOf(i), prediction);
      if (!outcome) return false;
      ++ran_;
      if (prediction.kind == Prediction::Nothing) continue;
      ++predicted;
      if (agrees(prediction, *outcome)) {
        ++right;
      } else {
        ++wrong_;
        out_ << suite_.fileOf(i).string() << ": warning: PREDICTED: " << prediction.toString()
             << ", BUT THE COMPILED PROGRAM ENDED WITH: " << outcome->text << "\n";
      }
    }
    notes_.push_back(std::to_string(right) + " of " + number(predicted, "test") + " behaved as predicted");
    if (const size_t others = ran_ - predicted; others != 0)
      notes_.back() += "; " + number(others, "test") + " cannot be predicted (undefined or not modelled)";
    out_ << notes_.back() << "\n";
    return true;
  }

  Env& env_;
  TestSuite& suite_;
  NativeProgram native_;
  std::ostream& out_;
  std::vector<std::string> notes_;
  size_t ran_ = 0, wrong_ = 0;
};

/// Flags of each file, behind those of all.
std::vector<std::vector<std::string>> fileFlagsOf(const Options& options) {
  const CompileCommands commands(options.compileCommands);
  const CompilerFlags common = flagsOf(options);
  std::vector<std::vector<std::string>> result;
  for (const std::string& file : options.files) {
    result.push_back(common.taken);
    result.back().insert(result.back().end(), common.unknown.begin(), common.unknown.end());
    for (std::string& flag : commands.flagsFor(file)) result.back().push_back(std::move(flag));
  }
  return result;
}

bool isC(const std::string& file) { return file.ends_with(".c") || file.ends_with(".i"); }

} // namespace

int testCommand(Env& env, std::ostream& out) {
  const Options& options = env.options;
  const CoverGoal cover = options.cover;
  for (const std::string& file : options.files) {
    if (!isC(file)) throw UsageError("tests are generated for C files (.c, .i) only: " + file);
  }
  // For coverage, calls of the error function and failing assertions are what they are in C.
  const Specification specification =
      cover == CoverGoal::Error ? parseSpecification({"unreach-call", "assert"}) : Specification();
  TermManager terms;
  Program program = loadFiles(env, terms, specification, false); // the compiled program has no harness
  const std::vector<std::string> untested = untestedInputsOf(program, entryOf(options));
  const std::vector<std::string> bodiless = fixEnvironment(program, entryOf(options), isTestInput);
  compactEdges(program);
  if (cover == CoverGoal::Branches) exposeDecisions(program);

  TestSuite suite(options.output, metadataOf(options, cover));
  Ending ending;
  {
    const FirstPart part(env.deadline, cover);
    Env searchEnv{options, part.deadline(), env.statistics, env.logger};
    TestGenerator generator(program, cover, suite, searchEnv);
    ending = search(searchEnv, program, generator, cover, untested);
    const Goals& goals = generator.goals();
    if (cover != CoverGoal::Error) {
      out << "goals: " << goals.covered() << " of "
          << number(goals.total(), cover == CoverGoal::Branches ? "branch" : "block") << " of the automaton\n";
    }
  }
  out << "tests: " << suite.tests().size() << " in " << suite.folder().string() << "\n" << std::flush;
  bool isRight = true;
  if (!suite.tests().empty()) {
    NativeOptions native{
        options.files,    options.standard, options.includeDirs,          options.defines,     dataModelOf(options),
        entryOf(options), bodiless,         specification.errorFunctions, fileFlagsOf(options)};
    isRight = Measurement(env, program, suite, std::move(native), out).run();
  }
  out << "suite: " << (ending.complete ? "complete (" : "unknown (") << ending.reason << ")\n";
  return !isRight ? kDefect : ending.complete ? 0 : kUnknown;
}

} // namespace assay
