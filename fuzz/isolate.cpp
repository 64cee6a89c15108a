#include "isolate.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <stdexcept>
#include <string_view>
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

/// In memory that parent and child share.
struct Shared {
  size_t asked;     // whose turn it is
  bool crashIsOurs; // where a crash has come from
};

Shared* shared() {
  static void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  return static_cast<Shared*>(memory);
}

/// The file that holds the code at an address.
std::string_view fileOf(const void* address) {
  Dl_info info;
  return ::dladdr(address, &info) != 0 && info.dli_fname ? info.dli_fname : "";
}

// All of our code is in this program; other solvers are shared libraries. What has called the C library, to abort for
// example, is the one that has crashed. The handler's own frame comes first.
void noteWhoseCrash(int signal) {
  const std::string_view ours = fileOf(reinterpret_cast<const void*>(&noteWhoseCrash));
  void* frames[64];
  const int count = ::backtrace(frames, 64);
  auto isSystem = [](std::string_view file) {
    return file.empty() || file.find("libc.so") != file.npos || file.find("vdso") != file.npos ||
           file.find("libstdc++") != file.npos || file.find("libgcc") != file.npos;
  };
  int i = 1;
  while (i < count && isSystem(fileOf(frames[i]))) ++i;
  shared()->crashIsOurs = i < count && fileOf(frames[i]) == ours;
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void handleCrashes() {
  static std::array<char, 1 << 16> stack; // its own has overflown, perhaps
  stack_t alternative{};
  alternative.ss_sp = stack.data();
  alternative.ss_size = stack.size();
  ::sigaltstack(&alternative, nullptr);
  void* frame;
  ::backtrace(&frame, 1); // loads what it needs
  struct sigaction action{};
  action.sa_handler = noteWhoseCrash;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

[[noreturn]] void runChild(int pipe, const FuzzCase& fuzzCase, FuzzOptions options) {
  handleCrashes();
  options.onTurn = [&](size_t solver) {
    shared()->asked = solver;
    ::alarm(options.queryMilliseconds / 1000 + kPatience);
  };
  options.onEnd = [&](const FuzzFailure& failure, const FuzzCounts& counts) {
    sendAndExit(pipe, encode(failure, counts));
  };
  FuzzCounts counts;
  runCase(fuzzCase, options, counts);
  ::_exit(3); // not reached
}

/// A child that has ended without a result.
IsolatedRun brokenOff(int status, const FuzzOptions& options, FuzzCounts& counts) {
  const size_t asked = shared()->asked;
  const std::string who = asked < options.solvers.size() ? options.solvers[asked] : "?";
  const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  // Z3 leaves by exit() where an assertion of its own fails.
  std::string how = hangs                 ? "limits are not kept"
                    : WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status))
                                          : "exit status " + std::to_string(WEXITSTATUS(status));
  if (asked != 0 && !hangs && shared()->crashIsOurs) return {{"crash of our code around " + who, how, 0}, ""};
  const std::string what = (hangs ? "hang of " : "crash of ") + who;
  if (asked == 0) return {{what, how, 0}, ""};
  ++(hangs ? counts.hangs : counts.crashes);
  return {{}, what + ": " + how};
}

} // namespace

IsolatedRun runIsolated(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts) {
  *shared() = {};
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    ::close(ends[0]);
    runChild(ends[1], fuzzCase, options);
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
  if (WIFSIGNALED(status) || !decode(text, failure, run)) return brokenOff(status, options, counts);
  counts.add(run);
  return {failure, ""};
}

} // namespace assay
