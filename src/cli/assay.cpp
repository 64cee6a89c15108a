#include "cli/assay.h"

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/config_options.h"
#include "cli/target_run.h"
#include "cli/watchdog.h"
#include "util/atomic_file.h"
#include "util/error.h"

#include <algorithm>
#include <iostream>
#include <new>
#include <unistd.h>

namespace assay {

namespace {

/// What standard output ends with when the process has to be ended from outside the command.
std::string lastWords(Command command, const Options& options, std::string_view reason) {
  if (command == Command::Check && asksForTargets(options)) return "targets: unknown (" + std::string(reason) + ")\n";
  if (command == Command::Check) return "verdict: unknown (" + std::string(reason) + ")\n";
  if (command == Command::Run) return "outcome: unknown (" + std::string(reason) + ")\n";
  if (command == Command::Replay) return "replay: not run (" + std::string(reason) + ")\n";
  if (command == Command::Project) return "project: unknown (" + std::string(reason) + ")\n";
  if (command == Command::Test) return "suite: unknown (" + std::string(reason) + ")\n";
  return {};
}

/// Whether a file of the report is standard output: then people read the rest elsewhere.
bool writesToOutput(const Options& options) {
  std::vector<std::string> files = options.witness;
  files.insert(files.end(), {options.json, options.sarif, options.junit, options.html, options.heapDrawings});
  const auto number = std::ranges::count_if(files, isStandardOutput);
  if (number > 1) throw UsageError("standard output takes one file only");
  return number == 1;
}

int execute(const CommandLine& line, std::ostream& out, Logger& logger) {
  if (line.command == Command::ShowText) {
    out << line.text;
    return 0;
  }
  const Options& options = line.options;
  Deadline deadline{std::chrono::seconds(options.timeout) - line.roundedUp};
  Statistics statistics;
  Env env{options, deadline, statistics, logger};
  // Of a project much is known when it is interrupted, and reports take their time.
  const auto grace = line.command == Command::Project ? std::chrono::seconds(30) : Watchdog::kGrace;
  Watchdog watchdog(deadline, [&](std::string_view reason) { return lastWords(line.command, options, reason); }, grace);

  const auto command = line.command == Command::Check     ? checkCommand
                       : line.command == Command::Run     ? runCommand
                       : line.command == Command::Test    ? testCommand
                       : line.command == Command::Replay  ? replayCommand
                       : line.command == Command::Harness ? harnessCommand
                       : line.command == Command::Project ? projectCommand
                                                          : programCommand;
  int status = kUnknown;
  try {
    status = command(env, out);
  } catch (const std::bad_alloc&) {
    logger.error("out of memory");
    out << lastWords(line.command, options, "out of memory");
  }
  watchdog.release();
  out.flush();
  if (options.stats) statistics.print(logger.stream());
  return status;
}

} // namespace

int runAssay(std::vector<std::string> arguments, std::ostream& out, std::ostream& err) {
  Logger logger(err);
  try {
    CommandLine line = parseCommandLine(std::move(arguments));
    adoptConfig(line);
    logger.setVerbose(line.options.verbose);
    const bool isLong =
        line.command == Command::Test || line.command == Command::Check || line.command == Command::Project;
    logger.setStatusLine(isLong && !line.options.verbose && !line.options.quiet && &err == &std::cerr &&
                         isatty(STDERR_FILENO) != 0);
    const int status = execute(line, writesToOutput(line.options) ? err : out, logger);
    if (out.flush()) return status;
    logger.error("the output cannot be written");
    return kDefect;
  } catch (const UsageError& error) {
    logger.error(error.what());
    return kWrongUsage;
  } catch (const InputError& error) {
    err << error.what() << "\n";
    return kBadInput;
  } catch (const std::bad_alloc&) {
    logger.error("out of memory");
    return kDefect;
  } catch (const std::exception& error) {
    logger.error(std::string("internal error: ") + error.what());
    return kDefect;
  }
}

} // namespace assay
