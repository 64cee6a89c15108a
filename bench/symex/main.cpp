// symex_bench [--search NAME] [PROGRAM...]: runs symbolic execution on the programs beside it, and on some that
// generate.py writes, each in a process of its own, and prints what it did and how long each part took. What a row has
// to reach is in the table below; a row that does not makes the exit status 1.
#include "engine/symex/symex.h"
#include "frontend/frontend.h"
#include "transform/compact_edges.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace assay {
namespace {

struct Row {
  const char* name;
  const char* program; // without .c; with a blank: arguments of generate.py
  SearchOrder search;
  bool isTrue;              // all paths have to be explored
  double operationsASecond; // at least; 0: any
  uint64_t states;          // split at least
  double seconds;           // at most, of processor time
  uint64_t megabytes;       // at most
  uint64_t nodes = 0;       // at most, of what is learnt from; 0: nothing is learnt
  bool isFalse = false;     // there is a violation to be found
};

constexpr Row kRows[] = {
    {"concrete", "concrete", SearchOrder::Interleaved, true, 5e6, 0, 20, 1024},
    {"forks", "forks", SearchOrder::Bfs, true, 0, 100000, 20, 2048},
    {"parked", "forks", SearchOrder::Bfs, true, 0, 100000, 60, 220}, // where not all states have room
    {"sort", "sort", SearchOrder::Interleaved, true, 0, 0, 60, 2048},
    {"parser", "parser", SearchOrder::Interleaved, false, 0, 0, 60, 2048},
    {"signs-400", "signs 400", SearchOrder::Interleaved, true, 0, 0, 10, 1024, 4000},
    {"signs-1000", "signs 1000", SearchOrder::Interleaved, true, 0, 0, 20, 1024, 10000},
    {"signs-wrong", "signs 1000 --wrong", SearchOrder::Interleaved, false, 0, 0, 20, 1024, 10000, true},
    {"graph-50", "graph 50", SearchOrder::Interleaved, true, 0, 0, 5, 1024, 8000},
    {"graph-100", "graph 100", SearchOrder::Interleaved, true, 0, 0, 10, 1024, 32000},
    // Threads with data of their own: the work grows with their number.
    {"threads-2", "threads 2", SearchOrder::Interleaved, true, 0, 0, 1, 1024},
    {"threads-4", "threads 4", SearchOrder::Interleaved, true, 0, 0, 1, 1024},
    {"threads-8", "threads 8", SearchOrder::Interleaved, true, 0, 0, 1, 1024},
    {"threads-16", "threads 16", SearchOrder::Interleaved, true, 0, 0, 2, 1024},
    {"graph-wrong", "graph 100 --wrong", SearchOrder::Interleaved, false, 0, 0, 10, 1024, 32000, true},
};

/// What a child tells its parent.
struct Figures {
  bool isTrue = false, isFalse = false;
  uint64_t nodes = 0, subsumed = 0;
  uint64_t instructions = 0, paths = 0, splits = 0, compared = 0, covered = 0, parked = 0, takenUp = 0;
  uint64_t queries = 0, guessed = 0, cached = 0, solved = 0;
  double seconds = 0, solving = 0, inSolver = 0, comparing = 0;
};

double processorSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string textOf(const char* command) {
  FILE* pipe = popen(command, "r");
  if (!pipe) throw std::runtime_error(std::string("cannot run ") + command);
  std::string text;
  char part[4096];
  for (size_t count = 0; (count = fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, count);
  if (pclose(pipe) != 0) throw std::runtime_error(std::string("it failed: ") + command);
  return text;
}

/// The row's program, as a file.
std::string fileOf(const Row& row) {
  const std::string folder = ASSAY_BENCH_PROGRAMS;
  if (!std::strchr(row.program, ' ')) return folder + "/" + row.program + ".c";
  const std::string text = textOf(("python3 " + folder + "/generate.py " + row.program).c_str());
  const std::string path =
      std::filesystem::temp_directory_path() / ("symex_bench_" + std::to_string(getpid()) + "_" + row.name + ".c");
  std::ofstream(path) << text;
  return path;
}

Figures run(const Row& row, std::optional<SearchOrder> search) {
  TermManager terms;
  FrontendOptions frontend;
  frontend.specification = parseSpecification({"unreach-call"});
  const std::string file = fileOf(row);
  Program program = loadProgram({file}, frontend, terms);
  if (std::strchr(row.program, ' ')) std::filesystem::remove(file);
  compactEdges(program);
  Options options;
  options.search = search.value_or(row.search);
  if (row.nodes > 0) options.prune = Pruning::Interpolants;
  options.memory = row.megabytes / 4 * 3; // what the engine counts is not all that the process has
  const Deadline deadline(std::chrono::seconds(60));
  Statistics statistics;
  Logger logger(std::cerr);
  Env env{options, deadline, statistics, logger};
  const double begin = processorSeconds();
  const Result result = SymexEngine().run(program, env);
  Figures figures;
  figures.seconds = processorSeconds() - begin;
  figures.isTrue = result.verdict == Verdict::True;
  figures.isFalse = result.verdict == Verdict::False;
  figures.nodes = statistics.counter("nodes");
  figures.subsumed = statistics.counter("states subsumed");
  figures.instructions = statistics.counter("instructions");
  figures.paths = statistics.counter("paths");
  figures.splits = statistics.counter("states split");
  figures.parked = statistics.counter("states parked");
  figures.takenUp = statistics.counter("states taken up");
  figures.compared = statistics.counter("states compared");
  figures.covered = statistics.counter("states covered");
  figures.queries = statistics.counter("queries");
  figures.guessed = statistics.counter("queries guessed");
  figures.cached = statistics.counter("queries cached");
  figures.solved = statistics.counter("queries solved");
  const auto time = [&](const char* name) { return 1e-9 * static_cast<double>(statistics.time(name)); };
  figures.solving = time("solving");
  figures.inSolver = time("in the solver");
  figures.comparing = time("comparing states");
  return figures;
}

/// In a process of its own, so that its memory is its own.
Figures runApart(const Row& row, std::optional<SearchOrder> search, uint64_t& megabytes) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const Figures figures = run(row, search);
    const bool isWritten = write(ends[1], &figures, sizeof figures) == static_cast<ssize_t>(sizeof figures);
    _exit(isWritten ? 0 : 1);
  }
  close(ends[1]);
  Figures figures;
  const bool isRead = read(ends[0], &figures, sizeof figures) == static_cast<ssize_t>(sizeof figures);
  close(ends[0]);
  rusage usage{};
  int status = 0;
  wait4(child, &status, 0, &usage);
  if (!isRead || status != 0) throw std::runtime_error(std::string(row.name) + " did not end as it should");
  megabytes = static_cast<uint64_t>(usage.ru_maxrss) >> 10;
  return figures;
}

bool show(const Row& row, const Figures& f, uint64_t megabytes) {
  const double rate = static_cast<double>(f.instructions) / std::max(f.seconds, 1e-3);
  std::vector<std::string> missed;
  if (row.isTrue && !f.isTrue) missed.emplace_back("not all paths were explored");
  if (row.isFalse && !f.isFalse) missed.emplace_back("no violation was found");
  if (f.nodes > row.nodes) missed.emplace_back("nodes");
  if (rate < row.operationsASecond) missed.emplace_back("operations a second");
  if (f.splits + 1 < row.states) missed.emplace_back("states");
  if (f.seconds > row.seconds) missed.emplace_back("time");
  if (megabytes > row.megabytes) missed.emplace_back("memory");
  std::printf("%-11s %7.2f s  %5llu MB  %9llu operations (%6.2f M/s)  %7llu paths  %7llu splits%s\n", row.name,
              f.seconds, static_cast<unsigned long long>(megabytes), static_cast<unsigned long long>(f.instructions),
              1e-6 * rate, static_cast<unsigned long long>(f.paths), static_cast<unsigned long long>(f.splits),
              f.isTrue ? "  all explored" : "");
  std::printf("          queries: %llu, guessed %llu, cached %llu, solved %llu; states compared: %llu, covered %llu, "
              "parked %llu, taken up %llu\n",
              static_cast<unsigned long long>(f.queries), static_cast<unsigned long long>(f.guessed),
              static_cast<unsigned long long>(f.cached), static_cast<unsigned long long>(f.solved),
              static_cast<unsigned long long>(f.compared), static_cast<unsigned long long>(f.covered),
              static_cast<unsigned long long>(f.parked), static_cast<unsigned long long>(f.takenUp));
  std::printf("          time: executing %.2f s, asking %.2f s (in the solver %.2f s), comparing %.2f s\n",
              std::max(0.0, f.seconds - f.solving - f.comparing), f.solving, f.inSolver, f.comparing);
  if (row.nodes > 0)
    std::printf("          nodes: %llu, states subsumed: %llu\n", static_cast<unsigned long long>(f.nodes),
                static_cast<unsigned long long>(f.subsumed));
  for (const std::string& what : missed) std::printf("          MISSED: %s\n", what.c_str());
  std::fflush(stdout);
  return missed.empty();
}

int runAll(int argc, char** argv) {
  std::optional<SearchOrder> search;
  std::vector<std::string_view> wanted;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--search" && i + 1 < argc) {
      search = choiceByName<SearchOrder>(argv[++i]);
      if (!search) throw std::runtime_error(std::string("there is no search ") + argv[i]);
    } else {
      wanted.emplace_back(argv[i]);
    }
  }
  bool isGood = true;
  for (const Row& row : kRows) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), row.name) == wanted.end()) continue;
    uint64_t megabytes = 0;
    const Figures figures = runApart(row, search, megabytes);
    isGood &= show(row, figures, megabytes);
  }
  return isGood ? 0 : 1;
}

} // namespace
} // namespace assay

int main(int argc, char** argv) {
  try {
    return assay::runAll(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "symex_bench: %s\n", e.what());
    return 2;
  }
}
