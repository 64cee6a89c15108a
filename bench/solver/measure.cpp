#include "measure.h"

#include "solver/decorators/decorator.h"
#include "solver/factory.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

bool isInstalled(const std::string& binary) {
  return std::system(("command -v " + binary + " > /dev/null 2>&1").c_str()) == 0;
}

/// Writes every answer as it comes, so that those before the end of the time count.
class Reporting final : public SolverDecorator {
public:
  explicit Reporting(std::unique_ptr<Solver> inner) : SolverDecorator(std::move(inner)) {}
  std::string name() const override { return inner_->name(); }
  Answer check(std::span<const Term> assumptions) override {
    Answer answer = inner_->check(assumptions);
    std::string_view line = answer.isSat() ? "sat\n" : answer.isUnsat() ? "unsat\n" : "unknown\n";
    if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) ::_exit(1);
    return answer;
  }
};

class Script {
public:
  explicit Script(const Instance& instance)
      : path_(std::filesystem::temp_directory_path() / ("assay_bench_" + std::to_string(::getpid()) + ".smt2")) {
    std::ofstream(path_) << instance.session.toSmtlib();
  }
  ~Script() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

[[noreturn]] void becomeBinary(const std::string& command, const std::string& path) {
  ::execl("/bin/sh", "sh", "-c", ("exec " + command + " " + path).c_str(), nullptr);
  ::_exit(127);
}

/// Runs `body` in a child whose standard output is a file; its output and processor time.
template <class Body>
Measurement inChild(unsigned timeoutSeconds, Body body) {
  std::FILE* output = std::tmpfile();
  if (!output) throw std::runtime_error("no temporary file");
  std::fflush(nullptr);
  pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    rlimit limit{timeoutSeconds, timeoutSeconds + 1}; // of processor time: the machine may be busy
    ::setrlimit(RLIMIT_CPU, &limit);
    ::alarm(10 * timeoutSeconds);
    ::dup2(::fileno(output), STDOUT_FILENO);
    body();
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); };
  Measurement result;
  result.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  std::rewind(output);
  std::string text;
  char buffer[4096];
  for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, output)) > 0;) text.append(buffer, n);
  std::fclose(output);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) result.answers.push_back(line);
  result.complete = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return result;
}

} // namespace

std::vector<Contestant> contestants() {
  std::vector<Contestant> all;
  for (std::string_view name : solverNames())
    if (name != "auto") all.push_back({std::string(name), ""});
  if (isInstalled("z3")) all.push_back({"z3 binary", "z3"});
  if (isInstalled("cvc5")) all.push_back({"cvc5 binary", "cvc5 --incremental --fp-exp"});
  if (isInstalled("bitwuzla")) all.push_back({"bitwuzla binary", "bitwuzla"});
  return all;
}

Measurement measure(const Contestant& contestant, const Instance& instance, unsigned timeoutSeconds) {
  Measurement result;
  if (contestant.command.empty()) {
    result = inChild(timeoutSeconds, [&] {
      Reporting solver(makeSolver(contestant.name, *instance.terms));
      instance.session.play(solver);
    });
  } else {
    Script script(instance);
    result = inChild(timeoutSeconds, [&] { becomeBinary(contestant.command, script.path()); });
  }
  bool decided = std::ranges::all_of(result.answers, [](const std::string& a) { return a == "sat" || a == "unsat"; });
  result.complete = result.complete && decided && result.answers.size() == instance.session.numChecks();
  result.timedOut = !result.complete && result.seconds > 0.8 * timeoutSeconds;
  return result;
}

} // namespace assay
