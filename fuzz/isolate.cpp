#include "isolate.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

/// Counts, the command, then category and detail separated by a zero.
std::string encode(const FuzzFailure& failure, const FuzzCounts& counts) {
  std::string text(reinterpret_cast<const char*>(&counts), sizeof counts);
  text.append(reinterpret_cast<const char*>(&failure.command), sizeof failure.command);
  return text + failure.category + '\0' + failure.detail;
}

bool decode(const std::string& text, FuzzFailure& failure, FuzzCounts& counts) {
  size_t head = sizeof counts + sizeof failure.command, zero = text.find('\0', std::min(head, text.size()));
  if (zero == std::string::npos) return false;
  std::memcpy(&counts, text.data(), sizeof counts);
  std::memcpy(&failure.command, text.data() + sizeof counts, sizeof failure.command);
  failure.category = text.substr(head, zero - head);
  failure.detail = text.substr(zero + 1);
  return true;
}

/// Seconds beyond the limit of a query after which a solver counts as hanging; the machine may be busy.
constexpr unsigned kPatience = 8;

[[noreturn]] void sendAndExit(int pipe, const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t written = ::write(pipe, text.data() + done, text.size() - done);
    if (written <= 0) ::_exit(3);
    done += static_cast<size_t>(written);
  }
  ::_exit(0);
}

/// `asked`, in memory shared with the parent, says whose turn it is.
void runChild(int pipe, const FuzzCase& fuzzCase, FuzzOptions options, volatile size_t* asked) {
  options.onTurn = [&](size_t solver) {
    *asked = solver;
    ::alarm(options.queryMilliseconds / 1000 + kPatience);
  };
  options.onEnd = [&](const FuzzFailure& failure, const FuzzCounts& counts) {
    sendAndExit(pipe, encode(failure, counts));
  };
  FuzzCounts counts;
  runCase(fuzzCase, options, counts);
}

} // namespace

FuzzFailure runIsolated(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts) {
  static auto* asked = static_cast<volatile size_t*>(
      ::mmap(nullptr, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  if (asked == MAP_FAILED) throw std::runtime_error("no shared memory");
  *asked = 0;
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    ::close(ends[0]);
    runChild(ends[1], fuzzCase, options, asked);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  FuzzFailure failure;
  FuzzCounts run;
  if (WIFSIGNALED(status)) {
    bool hangs = WTERMSIG(status) == SIGALRM;
    if (*asked != 0) {
      ++(hangs ? counts.hangs : counts.crashes);
      return {};
    }
    std::string who = *asked < options.solvers.size() ? options.solvers[*asked] : "?";
    return {(hangs ? "hang of " : "crash of ") + who, hangs ? "limits are not kept" : ::strsignal(WTERMSIG(status)), 0};
  }
  if (!decode(text, failure, run)) return {"crash", "exit status " + std::to_string(WEXITSTATUS(status)), 0};
  counts.add(run);
  return failure;
}

} // namespace assay
