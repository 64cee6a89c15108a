#include "cli/commands.h"
#include "cli/load.h"
#include "program/text_parser.h"
#include "program/text_writer.h"

#include <ostream>
#include <stdexcept>

namespace assay {

namespace {

/// A defect of ours if the text form does not survive.
void checkRoundtrip(Env& env, const Program& program) {
  const Statistics::Timer timer(env.statistics, "roundtrip");
  const std::string printed = printProgram(program);
  TermManager terms;
  const std::string again = printProgram(parseProgram(printed, "printed", terms));
  if (printed != again) throw std::logic_error("the text form changes when it is parsed and printed again");
}

} // namespace

int programCommand(Env& env, std::ostream& out) {
  TermManager terms;
  const Program program = loadFiles(env, terms);
  if (env.options.roundtrip) checkRoundtrip(env, program);
  for (const Location& location : program.locations()) {
    if (location.kind == LocationKind::Unsupported)
      out << "unsupported: " << program.format(location.position) << ": " << location.message << "\n";
  }
  if (!env.options.summary) printProgram(out, program);
  return 0;
}

} // namespace assay
