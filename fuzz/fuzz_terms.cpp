// The term fuzzer: random sessions on all solvers; see run.h for what is compared. Every session is made from a seed of
// its own and runs in a process of its own. A failure is shrunk and printed as an SMT-LIB script and as a C++ test.
#include "cpp_text.h"
#include "isolate.h"
#include "shrink.h"

#include "solver/factory.h"
#include "util/deadline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {
namespace {

constexpr const char* kUsage = R"(usage: fuzz_terms [options]
  --seed N          seed of the first session (1)
  --count N         sessions at most
  --queries N       stop after so many compared queries
  --time S          stop after so many seconds
  --jobs N          processes (1)
  --solvers A,B     which to compare; the first is the one under test (native,z3)
  --timeout MS      of one query of one solver (500)
  --failures N      stop after so many failures (1)
  --shrink S        seconds to spend on making a failure small (60)
  --profile NAME    only sessions whose profile begins so
  --verbose         how far it is, now and then; time per profile
  --print           print each session instead of running it

Evaluation decides who is right where solvers disagree: a model that it has checked makes a query sat. If the wrong one is
the first solver, that is a failure. Wrong answers and models of the others (Z3 4.8.12 has some in small float formats)
are counted as refuted, and the query is not counted as agreed. Formats in which Z3 4.8.12 does not take all operators
(fewer than 4 exponent or 5 significand bits) are compared with evaluation alone.
)";

struct Settings {
  uint64_t seed = 1, count = UINT64_MAX, queries = UINT64_MAX, failures = 1, jobs = 1;
  double seconds = 0, shrinkSeconds = 60;
  bool print = false, verbose = false;
  std::string profile;
  FuzzOptions options;
};

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

bool parse(int argc, char** argv, Settings& settings) {
  std::map<std::string_view, uint64_t*> numbers{{"--seed", &settings.seed},
                                                {"--count", &settings.count},
                                                {"--queries", &settings.queries},
                                                {"--jobs", &settings.jobs},
                                                {"--failures", &settings.failures}};
  for (int i = 1; i < argc; ++i) {
    std::string_view option = argv[i];
    if (option == "--print" || option == "--verbose") {
      (option == "--print" ? settings.print : settings.verbose) = true;
      continue;
    }
    if (++i == argc) return false;
    if (auto it = numbers.find(option); it != numbers.end()) {
      *it->second = std::strtoull(argv[i], nullptr, 10);
    } else if (option == "--time") {
      settings.seconds = std::atof(argv[i]);
    } else if (option == "--shrink") {
      settings.shrinkSeconds = std::atof(argv[i]);
    } else if (option == "--timeout") {
      settings.options.queryMilliseconds = static_cast<uint32_t>(std::atoi(argv[i]));
    } else if (option == "--profile") {
      settings.profile = argv[i];
    } else if (option == "--solvers") {
      settings.options.solvers = split(argv[i]);
    } else {
      return false;
    }
  }
  return settings.jobs > 0;
}

std::vector<std::string> allSolvers() {
  std::vector<std::string> names;
  for (std::string_view name : solverNames())
    if (name != "auto") names.emplace_back(name);
  return names;
}

void report(FuzzCase fuzzCase, const Settings& settings, const FuzzFailure& failure) {
  std::cout << "seed " << fuzzCase.seed << " (" << fuzzCase.profile << "): " << failure.category << ": "
            << failure.detail << "\nshrinking ...\n"
            << std::flush;
  fuzzCase = shrink(std::move(fuzzCase), settings.options, failure, settings.shrinkSeconds);
  FuzzCounts counts;
  FuzzFailure smaller = runIsolated(fuzzCase, settings.options, counts).failure;
  std::cout << "still: " << smaller.category << ": " << smaller.detail << "\n\n"
            << fuzzCase.session.toSmtlib() << "\n"
            << cppTest(fuzzCase, settings.options.solvers[0]) << "\n"
            << std::flush;
}

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Totals {
  FuzzCounts counts;
  uint64_t sessions = 0;
  double seconds = 0;
};

void print(const std::string& title, const Totals& totals, const Settings& settings) {
  const FuzzCounts& counts = totals.counts;
  std::cout << title << ": " << totals.sessions << " sessions, " << counts.queries << " queries agreed (" << counts.sat
            << " sat, " << counts.unsat << " unsat; " << counts.evaluated << " known by evaluation), " << counts.skipped
            << " skipped, " << counts.refuted << " answers of other solvers refuted, " << counts.hangs
            << " sessions cut off, " << counts.crashes << " by crashes of other solvers, " << counts.renewed
            << " solvers renewed";
  for (size_t i = 0; i < settings.options.solvers.size() && i < counts.unknowns.size(); ++i)
    std::cout << ", " << settings.options.solvers[i] << " unknown " << counts.unknowns[i];
  std::cout << ", " << totals.seconds << " s\n" << std::flush;
}

/// The sessions with seeds first, first + jobs, ...; how many failures there were.
uint64_t fuzz(const Settings& settings, uint64_t first) {
  Clock::time_point start = Clock::now();
  Deadline deadline(std::chrono::milliseconds(static_cast<int64_t>(settings.seconds * 1000)));
  Totals all;
  std::map<std::string, Totals> byProfile;
  constexpr uint64_t kReportEvery = 5000;
  uint64_t failures = 0, nextReport = kReportEvery;
  for (uint64_t i = 0; i < settings.count && all.counts.queries < settings.queries && !deadline.passed(); ++i) {
    FuzzCase fuzzCase = generateCase(first + i * settings.jobs);
    if (!std::string_view(fuzzCase.profile).starts_with(settings.profile)) continue;
    if (settings.print) {
      std::cout << fuzzCase.session.toSmtlib() << "\n";
      continue;
    }
    Totals& mine = byProfile[fuzzCase.profile];
    Clock::time_point sessionStart = Clock::now();
    FuzzCounts counts;
    const auto [failure, cutShort] = runIsolated(fuzzCase, settings.options, counts);
    if (!cutShort.empty())
      std::cout << "seed " << fuzzCase.seed << " (" << fuzzCase.profile << "): " << cutShort << "\n" << std::flush;
    all.counts.add(counts);
    mine.counts.add(counts);
    ++all.sessions;
    ++mine.sessions;
    mine.seconds += secondsSince(sessionStart);
    all.seconds = secondsSince(start);
    if (settings.verbose && all.counts.queries >= nextReport) {
      print("so far", all, settings);
      nextReport = all.counts.queries + kReportEvery;
    }
    if (!failure.happened()) continue;
    report(std::move(fuzzCase), settings, failure);
    if (++failures == settings.failures) break;
  }
  all.seconds = secondsSince(start);
  if (settings.verbose)
    for (const auto& [profile, totals] : byProfile) print(profile, totals, settings);
  print("seeds from " + std::to_string(first) + ", " + std::to_string(failures) + " failures", all, settings);
  return failures;
}

/// Shares the work among processes.
bool fuzzInParallel(Settings settings) {
  auto share = [&](uint64_t n) { return n == UINT64_MAX ? n : (n + settings.jobs - 1) / settings.jobs; };
  settings.count = share(settings.count);
  settings.queries = share(settings.queries);
  std::vector<pid_t> children;
  for (uint64_t i = 0; i < settings.jobs; ++i) {
    pid_t child = ::fork();
    if (child == 0) ::_exit(fuzz(settings, settings.seed + i) == 0 ? 0 : 1);
    children.push_back(child);
  }
  bool clean = true;
  for (pid_t child : children) {
    int status = 0;
    clean = child > 0 && ::waitpid(child, &status, 0) == child && status == 0 && clean;
  }
  return clean;
}

} // namespace
} // namespace assay

int main(int argc, char** argv) {
  assay::Settings settings;
  settings.options.solvers = assay::allSolvers();
  if (!assay::parse(argc, argv, settings)) {
    std::cerr << assay::kUsage;
    return 64;
  }
  bool clean = settings.jobs == 1 ? assay::fuzz(settings, settings.seed) == 0 : assay::fuzzInParallel(settings);
  return clean ? 0 : 1;
}
