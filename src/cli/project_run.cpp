#include "cli/project_run.h"

#include "util/atomic_file.h"
#include "util/build_identity.h"
#include "util/error.h"
#include "util/file_text.h"
#include "util/sha256.h"
#include "witness/child_process.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace assay {

namespace fs = std::filesystem;

namespace {

/// The options of `assay project` that are meant for the runs of single functions, as words: all that differ from what
/// is meant without them.
class OptionWords {
public:
  static std::vector<std::string> of(Options options) {
    Options plain;
    OptionWords given, usual;
    visitOptions(options, given);
    visitOptions(plain, usual);
    std::vector<std::string> words;
    for (size_t i = 0; i < given.rows_.size(); ++i)
      if (given.rows_[i] != usual.rows_[i]) words.insert(words.end(), given.rows_[i].begin(), given.rows_[i].end());
    return words;
  }

  void flag(const OptionInfo& info, bool& member) { add(info, member ? std::vector<std::string>{""} : Values()); }
  void number(const OptionInfo& info, uint64_t& member, uint64_t /*smallest*/, uint64_t /*largest*/) {
    add(info, {std::to_string(member)});
  }
  void number(const OptionInfo& info, std::optional<uint64_t>& member, uint64_t /*smallest*/, uint64_t /*largest*/) {
    add(info, member ? Values{std::to_string(*member)} : Values());
  }
  template <class Choice>
  void choice(const OptionInfo& info, Choice& member) {
    add(info, {std::string(choiceName(member))});
  }
  void engine(const OptionInfo& info, std::string& member) { add(info, {member}); }
  void text(const OptionInfo& info, std::string& member) { add(info, {member}); }
  void list(const OptionInfo& info, std::vector<std::string>& member) { add(info, member); }

private:
  using Values = std::vector<std::string>;

  void add(const OptionInfo& info, const Values& values) {
    // These say what is told of all functions together.
    constexpr std::array<std::string_view, 8> kOwn = {"--json",   "--sarif", "--junit",   "--html",
                                                      "--github", "--quiet", "--verbose", "--stats"};
    rows_.emplace_back();
    const std::string name = std::string(info.names).substr(0, std::string_view(info.names).find(','));
    if ((info.commands & kProject) == 0 || (info.commands & kCheck) == 0) return;
    if (std::ranges::find(kOwn, name) != kOwn.end()) return;
    const bool isFlag = *info.value == '\0';
    for (const std::string& value : values) rows_.back().push_back(isFlag ? name : name + "=" + value);
  }

  std::vector<Values> rows_;
};

/// Everything that the user's environment says, but where files go.
std::vector<std::string> environmentFor(const fs::path& folder) {
  std::vector<std::string> result = {"TMPDIR=" + folder.string()};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (!text.starts_with("PATH=") && !text.starts_with("TMPDIR=") && !text.starts_with("ASSAY_CACHE="))
      result.emplace_back(text);
  }
  return result;
}

/// The line of a message that says what is wrong.
std::string errorIn(const std::string& text) {
  std::istringstream in(text);
  std::string first;
  for (std::string line; std::getline(in, line);) {
    if (line.find("error: ") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first.starts_with("assay: ") ? first.substr(7) : first;
}

/// What a process that has written no document has said with its last line: 'verdict: unknown (REASON)'.
std::string lastWordsIn(const std::string& text) {
  constexpr std::string_view kBegin = "verdict: unknown (";
  const size_t at = text.rfind(kBegin);
  if (at == std::string::npos) return {};
  const size_t begin = at + kBegin.size();
  return text.substr(begin, text.find_last_of(')') - begin);
}

/// Of a process without a document.
void explain(FunctionReport& report, const ChildResult& ended, const std::string& output, const std::string& errors) {
  constexpr int kBadInput = 65;
  report.state = FunctionState::Open;
  switch (ended.kind) {
  case ChildResult::Interrupted:
    report.state = FunctionState::NotChecked;
    return;
  case ChildResult::OutOfTime:
    report.what = "timeout";
    return;
  case ChildResult::Signalled:
    report.what = "killed by signal " + std::to_string(ended.status);
    return;
  case ChildResult::Exited:
    if (ended.status == kBadInput && report.harness.empty()) report.state = FunctionState::NoHarness;
    report.what = ended.status == kBadInput ? errorIn(errors) : lastWordsIn(output);
    if (report.what.empty()) report.what = errorIn(errors);
    if (report.what.empty()) report.what = "it ended with status " + std::to_string(ended.status);
    return;
  default:
    report.what = "the process for it could not be started";
  }
}

} // namespace

std::string nameOf(const FunctionTask& task) { return task.file + "\n" + task.function; }

FunctionChecker::FunctionChecker(const Options& options, const ProjectState& state)
    : options_(options), state_(state), words_(OptionWords::of(options)), folder_("assay-project") {
  if (folder_.path().empty()) throw InputError(folder_.failure());
  fs::create_directory(folder_.path() / "tmp");
  common_ = std::string("Assay " ASSAY_VERSION "\n") + buildIdentity() + "\n";
  for (const std::string& word : words_) common_ += word + "\n";
  std::vector<std::string> files = options.suppressions;
  if (!options.baseline.empty()) files.push_back(options.baseline);
  if (!options.config.empty()) files.push_back(options.config);
  for (const std::string& file : files) {
    const std::optional<std::string> content = textOfFile(file);
    if (!content) throw InputError(file + ": cannot be read");
    common_ += sha256(*content) + "\n";
  }
  for (const std::string& property : options.properties)
    if (const std::optional<std::string> content = textOfFile(property)) common_ += sha256(*content) + "\n";
}

std::string FunctionChecker::keyOf(const FunctionTask& task) const {
  std::string text =
      common_ + task.function + "\n" + task.entry + "\n" + task.file + "\n" + task.harness + "\n" + task.callers + "\n";
  for (const CompileCommands::Entry& entry : task.files) text += shownPath(entry.file) + "\n";
  text += compileCommandsText(task.files);
  for (const std::string& file : task.filesRead) {
    const std::optional<std::string> content = textOfFile(file);
    text += file + "\n" + (content ? sha256(*content) : "gone") + "\n";
  }
  return sha256(text);
}

bool FunctionChecker::recall(const FunctionTask& task, FunctionReport& report) const {
  const std::optional<std::string> kept = state_.find(nameOf(task), keyOf(task));
  return kept && readKept(report, *kept);
}

std::vector<std::string> FunctionChecker::commandOf(const FunctionTask& task, const std::string& base,
                                                    const Defines& defines) const {
  // This program itself, wherever it is and whatever has become of its file.
  std::vector<std::string> words = {"/proc/self/exe",
                                    "check",
                                    "--entry=" + task.entry,
                                    "--json=" + base + ".json",
                                    "--compile-commands=" + base + ".commands",
                                    "--cache=" + state_.evidence().string(),
                                    "--timeout=" + std::to_string(options_.functionTimeout)};
  if (!task.callers.empty()) words.push_back("--callers=" + state_.callers().string());
  words.insert(words.end(), words_.begin(), words_.end());
  for (const std::string& define : defines) words.push_back("--define=" + define);
  for (const CompileCommands::Entry& entry : task.files) words.push_back(shownPath(entry.file));
  return words;
}

void FunctionChecker::runOnce(const FunctionTask& task, const std::string& base, const Defines& defines,
                              FunctionReport& report, const Deadline& deadline) const {
  constexpr uint64_t kGraceSeconds = 10, kLongTime = 1'000'000'000;
  writeAtOnce(base + ".commands", compileCommandsText(task.files));
  ChildCommand command;
  command.words = commandOf(task, base, defines);
  command.environment = environmentFor(folder_.path() / "tmp");
  command.output = base + ".out";
  command.errors = base + ".err";
  const Options& options = options_;
  const uint64_t seconds = options.functionTimeout;
  command.limits.wall = std::chrono::seconds(seconds == 0 ? kLongTime : seconds + kGraceSeconds);
  command.limits.cpuSeconds = kLongTime;
  command.limits.memoryMegabytes = 0; // it sees to that by itself
  const ChildResult ended = runChild(command, deadline);
  const std::optional<std::string> document = textOfFile(base + ".json");
  if (ended.kind != ChildResult::Exited || !document || !readResult(report, *document))
    explain(report, ended, textOfFile(base + ".out").value_or(""), textOfFile(base + ".err").value_or(""));
  for (const char* ending : {".commands", ".json", ".out", ".err"}) {
    std::error_code ignored;
    fs::remove(base + ending, ignored);
  }
}

/// Looks for the violations once more with fewer arguments: what is found then needs no others.
void FunctionChecker::rank(const FunctionTask& task, const std::string& base, FunctionReport& report,
                           const Deadline& deadline) const {
  if (task.entry == "main") return rankFindings(report, Rank::Reached);
  const std::string ordinary = "ASSAY_ORDINARY=" + std::to_string(kMostOrdinary), made = "ASSAY_MADE=1";
  const HarnessNeeds needs = needsOf(report);
  const bool hasState = !needs.states.empty();
  const auto look = [&](const Defines& defines, Rank rank) {
    FunctionReport narrower = report;
    narrower.result.reset();
    runOnce(task, base + ".less", defines, narrower, deadline);
    if (narrower.state != FunctionState::Violated || !narrower.result) return false;
    takeNarrower(report, narrower, rank, options_.all);
    return true;
  };
  if (!hasState) rankOrdinary(report);
  if (report.rank == Rank::Ordinary && !options_.all) return rankFindings(report, Rank::Extreme); // of others, at worst
  bool isFound = false;
  if (needs.hasNumbers && hasState) isFound = look({ordinary, made}, Rank::Ordinary);
  if ((!isFound || options_.all) && hasState) isFound = look({made}, needs.hasNumbers ? Rank::Extreme : Rank::Ordinary);
  if (needs.hasNumbers && !hasState) look({ordinary}, Rank::Ordinary);
  rankFindings(report, hasState ? Rank::Unmade : needs.hasNumbers ? Rank::Extreme : Rank::Ordinary);
}

void FunctionChecker::check(const FunctionTask& task, size_t number, FunctionReport& report,
                            const Deadline& deadline) const {
  const std::string base = (folder_.path() / std::to_string(number)).string();
  const std::string key = keyOf(task);
  const auto begin = Deadline::Clock::now();
  runOnce(task, base, {}, report, deadline);
  if (report.state == FunctionState::Violated && report.result) rank(task, base, report, deadline);
  report.seconds = std::chrono::duration<double>(Deadline::Clock::now() - begin).count();
  // A file that was changed meanwhile may have been read as it was before, or after.
  if (isWorthKeeping(report) && keyOf(task) == key) state_.store(nameOf(task), key, textToKeep(report));
}

namespace {

/// The functions that wait, those that are being checked and those that are done, shared by the threads that check and
/// the one that reports progress.
class Work {
public:
  explicit Work(std::vector<size_t> numbers) : waiting_(std::move(numbers)) { std::ranges::reverse(waiting_); }

  std::optional<size_t> take() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) return std::nullopt;
    const size_t number = waiting_.back();
    waiting_.pop_back();
    running_.insert(number);
    changed_.notify_all();
    return number;
  }
  void end(size_t number) {
    const std::lock_guard lock(mutex_);
    running_.erase(number);
    ended_.push_back(number);
    changed_.notify_all();
  }
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    waiting_.clear();
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    ++numGone_;
    changed_.notify_all();
  }
  std::exception_ptr failure() const { return failure_; }

  struct News {
    std::set<size_t> running;
    std::vector<size_t> ended;
    bool areAllGone = false;
  };
  News wait(size_t numThreads) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(500), [&] { return !ended_.empty() || numGone_ == numThreads; });
    return {running_, std::exchange(ended_, {}), numGone_ == numThreads};
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<size_t> waiting_; // the next one last
  std::set<size_t> running_;
  std::vector<size_t> ended_; // and not told yet
  size_t numGone_ = 0;        // threads
  std::exception_ptr failure_;
};

} // namespace

void checkAll(const FunctionChecker& checker, const std::vector<FunctionTask>& tasks,
              const std::vector<size_t>& numbers, std::vector<FunctionReport>& reports, size_t numJobs,
              const Deadline& deadline, const ProgressTeller& tell) {
  Work work(numbers);
  const auto run = [&] {
    try {
      while (!deadline.expired()) {
        const std::optional<size_t> number = work.take();
        if (!number) break;
        checker.check(tasks[*number], *number, reports[*number], deadline);
        work.end(*number);
      }
    } catch (...) {
      work.fail(std::current_exception());
    }
    work.leave();
  };
  const size_t numThreads = std::min(numJobs, numbers.size());
  std::vector<std::jthread> threads;
  for (size_t i = 0; i < numThreads; ++i) threads.emplace_back(run);
  for (bool goesOn = numThreads > 0; goesOn;) {
    const Work::News news = work.wait(numThreads);
    std::vector<std::string> names;
    for (const size_t number : news.running) names.push_back(tasks[number].function);
    for (const size_t number : news.ended) tell(names, &reports[number]);
    if (news.ended.empty()) tell(names, nullptr);
    goesOn = !news.areAllGone;
  }
  threads.clear();
  if (work.failure()) std::rethrow_exception(work.failure());
}

} // namespace assay
