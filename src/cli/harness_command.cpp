// `assay harness FUNCTION FILE...`: a program that calls a function with arguments of every kind.
#include "cli/commands.h"
#include "cli/load.h"
#include "frontend/harness/harness.h"
#include "util/atomic_file.h"
#include "util/error.h"

#include <ostream>

namespace assay {

int harnessCommand(Env& env, std::ostream& out) {
  const Options& options = env.options;
  if (options.files.size() < 2) throw UsageError("'assay harness' takes a function and the file that defines it");
  const bool isPrinted = isStandardOutput(options.harnessOutput);
  if (!isPrinted) requireWritable(options.harnessOutput);
  const std::vector<std::string> files(options.files.begin() + 1, options.files.end());
  const std::string text = harnessProgram(options.files.front(), files, frontendOptions(options, Specification()),
                                          isPrinted ? "" : options.harnessOutput);
  if (isPrinted)
    out << text;
  else
    writeAtOnce(options.harnessOutput, text);
  return 0;
}

} // namespace assay
