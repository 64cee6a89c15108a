#include "witness/child_process.h"

#include "witness/confinement.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace assay {

namespace {

/// What the child does before it becomes the other program. Only calls that are safe after a fork.
class Preparation {
public:
  explicit Preparation(const ChildCommand& command) : command_(command) {
    for (const std::string& word : command.words) words_.push_back(const_cast<char*>(word.c_str()));
    words_.push_back(nullptr);
    if (const char* path = std::getenv("PATH")) path_ = std::string("PATH=") + path;
    environment_.push_back(path_.data());
    for (const std::string& entry : command.environment) environment_.push_back(const_cast<char*>(entry.c_str()));
    environment_.push_back(nullptr);
    folder_ = command.folder.string();
    input_ = command.input.empty() ? "/dev/null" : command.input.string();
    output_ = command.output.empty() ? "/dev/null" : command.output.string();
    errors_ = command.errors.string();
  }

  /// Writes to `failed` if it cannot.
  [[noreturn]] void become(int failed) {
    start(failed);
    (void)!write(failed, "!", 1);
    _exit(1);
  }

private:
  void start(int failed) {
    setsid(); // a group of its own: it ends with all that it started
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    const int in = open(input_.c_str(), O_RDONLY);
    const int out = open(output_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int err = errors_.empty() ? out : open(errors_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || err < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) return;
    for (int file = 3; file < 64; ++file) {
      if (file != failed) close(file);
    }
    if (!folder_.empty() && chdir(folder_.c_str()) != 0) return;
    setLimits();
    if (command_.isConfined && !confineThisProcess()) return;
    execvpe(words_[0], words_.data(), environment_.data());
  }

  static void limit(int resource, uint64_t soft, uint64_t hard) {
    rlimit now{};
    getrlimit(static_cast<__rlimit_resource_t>(resource), &now);
    const rlimit wanted{std::min<rlim_t>(soft, now.rlim_max), std::min<rlim_t>(hard, now.rlim_max)};
    setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
  }
  void setLimits() const {
    const ChildLimits& limits = command_.limits;
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, limits.cpuSeconds, limits.cpuSeconds + (limits.warnsOfTime ? 1 : 0));
    limit(RLIMIT_FSIZE, limits.fileMegabytes << 20, limits.fileMegabytes << 20);
    limit(RLIMIT_STACK, uint64_t{256} << 20, RLIM_INFINITY);
    if (limits.memoryMegabytes != 0) limit(RLIMIT_AS, limits.memoryMegabytes << 20, limits.memoryMegabytes << 20);
    if (limits.processes != 0) limit(RLIMIT_NPROC, limits.processes, limits.processes);
  }

  const ChildCommand& command_;
  std::vector<char*> words_, environment_;
  std::string path_, folder_, input_, output_, errors_;
};

/// Resident memory of a process.
uint64_t residentBytes(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/statm");
  uint64_t total = 0, resident = 0;
  if (!(in >> total >> resident)) return 0;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Of the files below a folder, as far as they can be read. They may come and go meanwhile.
uint64_t bytesBelow(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    const uint64_t size = fs::is_regular_file(it->symlink_status(gone)) ? it->file_size(gone) : 0;
    bytes += 4096 + (gone ? 0 : size); // an empty file takes space, too
  }
  return bytes;
}

/// Which limit the child is beyond; NotStarted: none.
ChildResult::Kind excessOf(pid_t child, const ChildCommand& command, const Deadline& deadline,
                           Deadline::Clock::time_point end) {
  const ChildLimits& limits = command.limits;
  if (deadline.cancelled()) return ChildResult::Interrupted;
  if (Deadline::Clock::now() >= end) return ChildResult::OutOfTime;
  if (limits.residentMegabytes != 0 && residentBytes(child) > limits.residentMegabytes << 20)
    return ChildResult::OutOfMemory;
  if (limits.folderMegabytes != 0 && bytesBelow(command.folder) > limits.folderMegabytes << 20)
    return ChildResult::OutOfSpace;
  return ChildResult::NotStarted;
}

ChildResult waitFor(pid_t child, const ChildCommand& command, const Deadline& deadline) {
  using namespace std::chrono_literals;
  const auto end = Deadline::Clock::now() + command.limits.wall;
  ChildResult result;
  auto pause = 200us;
  for (;;) {
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child) {
      kill(-child, SIGKILL); // what it left behind, while its number is still its own
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFSIGNALED(status)) return {ChildResult::Signalled, WTERMSIG(status)};
      return {ChildResult::Exited, WEXITSTATUS(status)};
    }
    result.kind = excessOf(child, command, deadline, end);
    if (result.kind != ChildResult::NotStarted) break;
    std::this_thread::sleep_for(pause);
    pause = std::min<decltype(pause)>(pause * 2, 10ms);
  }
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return result;
}

} // namespace

ChildResult runChild(const ChildCommand& command, const Deadline& deadline) {
  Preparation preparation(command);
  int failed[2];
  if (pipe2(failed, O_CLOEXEC | O_NONBLOCK) != 0) return {};
  const pid_t child = fork();
  if (child == 0) preparation.become(failed[1]);
  close(failed[1]);
  const ChildResult result = child < 0 ? ChildResult() : waitFor(child, command, deadline);
  char mark = 0;
  const bool isStarted = read(failed[0], &mark, 1) != 1;
  close(failed[0]);
  return isStarted ? result : ChildResult();
}

bool isInPath(const std::string& program) {
  const char* path = std::getenv("PATH");
  if (!path) return false;
  std::string_view rest = path;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (access((std::string(rest.substr(0, end)) + "/" + program).c_str(), X_OK) == 0) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

} // namespace assay
