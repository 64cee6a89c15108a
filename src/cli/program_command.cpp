// `assay program`: the automaton as text or as a drawing, under a summary in comments, so that the text can be read
// back.
#include "cli/commands.h"
#include "cli/load.h"
#include "program/dot.h"
#include "program/summary.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "strategy/schedule.h"
#include "witness/trace_text.h"

#include <ostream>
#include <sstream>
#include <stdexcept>

namespace assay {

namespace {

/// Checks that the text form reads back as it was: otherwise Assay has a defect.
void checkRoundtrip(Env& env, const Program& program) {
  const Statistics::Timer timer(env.statistics, "roundtrip");
  const std::string printed = printProgram(program);
  TermManager terms;
  const std::string again = printProgram(parseProgram(printed, "printed", terms));
  if (printed != again) throw std::logic_error("the text form changes when it is parsed and printed again");
}

void printAsComment(std::ostream& out, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out << "// " << line << "\n";
}

} // namespace

int programCommand(Env& env, std::ostream& out) {
  const Options& options = env.options;
  TermManager terms;
  const ShownProgram shown = loadToShow(env, terms);
  const Program& program = shown.program;
  if (options.roundtrip) checkRoundtrip(env, program);

  const Schedule schedule = scheduleFor(featuresOf(program), limitsOf<StrategyLimits>(options));
  const std::string strategy = "strategy: " + std::string(schedule.kind) + ": " + formatShares(schedule) + "\n";
  const std::string summary = formatSummary(program, summarise(program)) + strategy + shown.notes;
  if (options.summary) {
    out << summary;
    return 0;
  }
  printAsComment(out, summary);
  if (options.dot) {
    SourceLines lines(program);
    printDot(out, program, {.sourceLine = [&](uint32_t file, uint32_t line) {
               return std::string(lines.line({.file = file, .line = line}));
             }});
  } else {
    printProgram(out, program);
  }
  return 0;
}

} // namespace assay
