// `assay program`: the automaton as text or as a drawing, under a summary in comments, so that the text can be read back.
#include "cli/commands.h"
#include "cli/load.h"
#include "program/dot.h"
#include "program/summary.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "strategy/schedule.h"

#include <fstream>
#include <map>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace assay {

namespace {

/// The user's files, line by line, read when the first line of one is asked for.
class SourceLines {
public:
  explicit SourceLines(const Program& program) : program_(program) {}

  std::string operator()(uint32_t file, uint32_t line) {
    const auto [entry, isNew] = lines_.try_emplace(file);
    std::vector<std::string>& lines = entry->second;
    if (isNew) {
      std::ifstream in(program_.files[file]);
      for (std::string text; std::getline(in, text);) lines.push_back(text);
    }
    return line >= 1 && line <= lines.size() ? lines[line - 1] : "";
  }

private:
  const Program& program_;
  std::map<uint32_t, std::vector<std::string>> lines_;
};

/// A defect of ours if the text form does not survive.
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

  const Schedule& schedule = scheduleFor(featuresOf(program));
  const std::string strategy = "strategy: " + std::string(schedule.kind) + ": " + formatShares(schedule) + "\n";
  const std::string summary = formatSummary(program, summarise(program)) + strategy + shown.notes;
  if (options.summary) {
    out << summary;
    return 0;
  }
  printAsComment(out, summary);
  if (options.dot) {
    printDot(out, program, {.sourceLine = SourceLines(program)});
  } else {
    printProgram(out, program);
  }
  return 0;
}

} // namespace assay
