// `assay run`: the interpreter on the user's inputs. What happened is told as a compiler tells it, with a position; the
// last line is always `outcome: ...`.
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/text_inputs.h"
#include "program/interpreter.h"
#include "program/threads.h"
#include "util/error.h"
#include "util/file_text.h"

#include <fstream>
#include <memory>
#include <ostream>
#include <sstream>

namespace assay {

namespace {

std::vector<std::string> readValues(const std::string& file) { return splitValues(readFile(file)); }

std::vector<std::string> allValues(const std::vector<std::string>& lists) {
  std::vector<std::string> values;
  for (const std::string& list : lists) {
    for (std::string& value : splitValues(list)) values.push_back(std::move(value));
  }
  return values;
}

std::unique_ptr<InputSource> makeInputs(const Options& options, const Program& program) {
  const int ways = (options.inputs.empty() ? 0 : 1) + (options.inputsFile.empty() ? 0 : 1) + (options.seed ? 1 : 0);
  const bool entersMain = options.entry.empty() || options.entry == "main";
  if (ways > 1) throw UsageError("--inputs, --inputs-file and --seed exclude each other");
  if (options.seed) return std::make_unique<SeedInputs>(*options.seed);
  if (!options.inputsFile.empty())
    return std::make_unique<TextInputs>(program, readValues(options.inputsFile), entersMain);
  return std::make_unique<TextInputs>(program, allValues(options.inputs), entersMain);
}

/// How an outcome is told, and what it means.
struct Telling {
  const char* severity;   // of the diagnostic; null: there is none
  std::string diagnostic; // its text
  std::string outcome;    // of the last line
  int status;
};

std::string exitText(const Outcome& outcome) {
  const uint64_t status = outcome.exitStatus ? outcome.exitStatus->toUint64() : 0;
  return "exit " + std::to_string(status & 0xff); // as shells see it
}

Telling tell(const Env& env, const Program& program, const Outcome& outcome) {
  const std::string& message = outcome.message;
  const auto unknown = [](const std::string& reason) { return "unknown (" + reason + ")"; };
  switch (outcome.kind) {
  case Outcome::Exit:
  case Outcome::Halt:
    return {nullptr, "", exitText(outcome), 0};
  case Outcome::Abort:
    return {"note", message, "abort", 0};
  case Outcome::Blocked:
    return {"note", message, "blocked", 0};
  case Outcome::Error: {
    const std::string name(propertyName(program[outcome.location].property));
    return {"error", message + " [" + name + "]", "error(" + name + ")", 1};
  }
  case Outcome::Unsupported:
    return {"warning", "unsupported: " + message, unknown("unsupported"), kUnknown};
  case Outcome::Undefined:
    return {"warning", "undefined: " + message, unknown("undefined behaviour"), kUnknown};
  case Outcome::OutOfInputs:
    return {"note", message, unknown("out of inputs"), kUnknown};
  case Outcome::StepLimit:
    return {"note", message, unknown("step limit"), kUnknown};
  case Outcome::MemoryLimit:
    return {"note", message, unknown("memory limit"), kUnknown};
  case Outcome::StackLimit:
    return {"note", message, unknown("stack limit"), kUnknown};
  case Outcome::Interrupted:
    return {"note", message, unknown(env.deadline.passed() ? "timeout" : "interrupted"), kUnknown};
  }
  throw std::logic_error("an outcome that is none");
}

} // namespace

int runCommand(Env& env, std::ostream& out) {
  TermManager terms;
  const ShownProgram shown = loadToShow(env, terms);
  const Program& program = shown.program;
  std::unique_ptr<InputSource> inputs = makeInputs(env.options, program);
  if (!env.options.schedule.empty())
    inputs = std::make_unique<ScheduledInputs>(std::move(inputs), allValues(env.options.schedule));
  InterpreterOptions limits;
  if (env.options.steps != 0) limits.maxSteps = env.options.steps;
  limits.maxBytes = env.options.memory << 20;
  limits.interrupt = &env.deadline.flag();

  env.logger.progress("running");
  Outcome outcome;
  {
    const Statistics::Timer timer(env.statistics, "running");
    outcome = Interpreter(program, limits).run(*inputs);
  }
  env.statistics.counter("steps") = outcome.steps;
  env.statistics.counter("inputs") = outcome.inputs;

  const Telling telling = tell(env, program, outcome);
  if (telling.severity != nullptr && !telling.diagnostic.empty()) {
    if (outcome.position.known()) out << program.files.format(outcome.position) << ": ";
    out << telling.severity << ": " << telling.diagnostic;
    if (hasThreads(program)) out << " (thread " << outcome.thread << ")";
    out << "\n";
  }
  out << "outcome: " << telling.outcome << "\n";
  return telling.status;
}

} // namespace assay
