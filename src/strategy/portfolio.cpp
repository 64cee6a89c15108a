#include "strategy/portfolio.h"

#include "engine/engines.h"
#include "strategy/certify.h"
#include "strategy/process.h"
#include "strategy/result_text.h"
#include "strategy/status_board.h"

#include <algorithm>
#include <map>
#include <poll.h>
#include <sstream>

namespace assay {

namespace {

using namespace std::chrono_literals;

/// How long engines may take to come home after they were asked to.
constexpr auto kGrace = 300ms;
/// How often the parent looks whether it has to stop.
constexpr auto kTick = 20ms;

/// Messages begin with one of these.
constexpr std::string_view kResult = "result ", kStatistics = "statistics ", kFailed = "failed ", kStatus = "status ",
                           kLine = "line ";

bool takePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// What an engine says in its process is sent home, so that the lines of several never mix on the terminal.
class ChildLogger : public Logger {
public:
  ChildLogger(Logger& parent, const ChildProcess::Send& send) : Logger(parent.stream()), send_(send) {
    setVerbose(parent.isVerbose());
    setStatusLine(parent.hasStatusLine());
  }
  void status(std::string_view text) override { send_(std::string(kStatus).append(text)); }

protected:
  void line(std::string_view text) override { send_(std::string(kLine).append(text)); }

private:
  const ChildProcess::Send& send_;
};

/// One engine in its process.
struct Runner {
  ChildProcess process;
  EngineReport report;
  bool isRunning = true;
  std::string failure;
  std::optional<Result> result;
};

class Portfolio {
public:
  Portfolio(const Program& program, Env& env) : program_(program), env_(env), board_(env.logger) {}

  PortfolioResult run(std::span<const Contender> contenders);

private:
  void start(const Contender& contender, size_t numContenders);
  /// Waits for news until then; whether an engine still runs.
  bool wait(Deadline::Clock::time_point until);
  void receive(Runner& runner);
  void finish(Runner& runner);
  bool isDecided() const { return winner_ != nullptr; }
  PortfolioResult conclude();

  const Program& program_;
  Env& env_;
  Deadline::Clock::time_point begin_ = Deadline::Clock::now();
  std::vector<Runner> runners_;
  StatusBoard board_; // its lines are those of runners_
  const Runner* winner_ = nullptr;
};

void Portfolio::start(const Contender& contender, size_t numContenders) {
  Options options = env_.options;
  options.memory = std::max<uint64_t>(options.memory / numContenders, 1);
  auto work = [&](const Deadline& deadline, const ChildProcess::Send& send) {
    Statistics statistics;
    ChildLogger logger(env_.logger, send);
    Env env{options, deadline, statistics, logger};
    const Result result = contender.make()->run(program_, env);
    std::ostringstream numbers;
    statistics.print(numbers);
    send(std::string(kStatistics) + numbers.str());
    send(std::string(kResult) + printResult(result));
  };
  EngineReport report;
  report.engine = contender.name;
  board_.add(contender.name);
  runners_.push_back({ChildProcess(env_.deadline, options.memory, work), std::move(report), true, {}, {}});
}

void Portfolio::receive(Runner& runner) {
  const bool more = runner.process.receive();
  std::string message;
  while (runner.process.next(message)) {
    std::string_view rest = message;
    if (takePrefix(rest, kStatistics)) {
      runner.report.statistics = rest;
    } else if (takePrefix(rest, kFailed)) {
      runner.failure = rest;
    } else if (takePrefix(rest, kStatus)) {
      board_.set(static_cast<size_t>(&runner - runners_.data()), rest);
    } else if (takePrefix(rest, kLine)) {
      board_.clear();
      env_.logger.error(runner.report.engine + ": " + std::string(rest));
    } else if (takePrefix(rest, kResult)) {
      runner.result = parseResult(rest, program_);
    }
  }
  if (!more) finish(runner);
}

void Portfolio::finish(Runner& runner) {
  const std::string ending = runner.process.end();
  EngineReport& report = runner.report;
  runner.isRunning = false;
  report.seconds = std::chrono::duration<double>(Deadline::Clock::now() - begin_).count();
  if (!ending.empty() || !runner.result) {
    runner.result.reset();
    report.isAnomalous = true;
    report.outcome = !runner.failure.empty() ? "internal error: " + runner.failure
                     : ending.empty()        ? "ended without a result"
                                             : ending;
    return;
  }
  Result& result = *runner.result;
  report.isAnomalous = !certify(result, program_, env_);
  report.outcome = (result.verdict == Verdict::True    ? "true: "
                    : result.verdict == Verdict::False ? "false: "
                                                       : "unknown: ") +
                   result.reason;
  board_.set(static_cast<size_t>(&runner - runners_.data()), report.outcome);
  if (result.verdict != Verdict::Unknown && !isDecided()) winner_ = &runner;
}

bool Portfolio::wait(Deadline::Clock::time_point until) {
  std::vector<pollfd> descriptors;
  std::vector<Runner*> running;
  for (Runner& runner : runners_) {
    if (!runner.isRunning) continue;
    running.push_back(&runner);
    descriptors.push_back({runner.process.descriptor(), POLLIN, 0});
  }
  if (running.empty()) return false;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Deadline::Clock::now());
  const auto time = std::clamp<std::chrono::milliseconds>(left, 0ms, kTick);
  if (poll(descriptors.data(), descriptors.size(), static_cast<int>(time.count())) > 0) {
    for (size_t i = 0; i < running.size() && !isDecided(); ++i)
      if (descriptors[i].revents != 0) receive(*running[i]);
  }
  board_.show();
  return true;
}

PortfolioResult Portfolio::run(std::span<const Contender> contenders) {
  runners_.reserve(contenders.size()); // winner_ points into it
  for (const Contender& contender : contenders) start(contender, contenders.size());
  bool running = true;
  while (running && !isDecided() && !env_.deadline.expired()) running = wait(Deadline::Clock::time_point::max());

  if (running && !isDecided()) {
    for (const Runner& runner : runners_)
      if (runner.isRunning) runner.process.askToStop();
    const auto end = Deadline::Clock::now() + kGrace;
    while (running && !isDecided() && Deadline::Clock::now() < end) running = wait(end);
  }
  return conclude();
}

/// The better of two statuses for the same check: a violation, a proof, an open check, in this order.
void takeBetter(CheckResult& into, CheckResult other) {
  if (into.how.empty() || (into.status == CheckStatus::Open && other.status != CheckStatus::Open))
    into = std::move(other);
}

PortfolioResult Portfolio::conclude() {
  board_.clear();
  PortfolioResult whole;
  for (Runner& runner : runners_) {
    if (runner.isRunning) {
      runner.process.end();
      runner.report.seconds = std::chrono::duration<double>(Deadline::Clock::now() - begin_).count();
      runner.report.outcome = isDecided() ? "stopped, another engine was faster" : "stopped, out of time";
    }
    whole.reports.push_back(runner.report);
  }
  if (isDecided()) {
    whole.result = *winner_->result;
    whole.engine = winner_->report.engine;
    return whole;
  }
  std::string reasons;
  std::map<uint32_t, CheckResult> checks; // by error location
  for (Runner& runner : runners_) {
    std::string_view outcome = runner.report.outcome;
    takePrefix(outcome, "unknown: ");
    reasons += (reasons.empty() ? "" : "; ") + runner.report.engine + ": " + std::string(outcome);
    if (!runner.result) continue;
    for (CheckResult& check : runner.result->checks) {
      CheckResult& best = checks[check.error.index()];
      takeBetter(best, std::move(check));
    }
  }
  for (auto& [error, check] : checks) whole.result.checks.push_back(std::move(check));
  whole.result.reason = reasons;
  return whole;
}

} // namespace

PortfolioResult runPortfolio(const Program& program, std::span<const Contender> contenders, Env& env) {
  return Portfolio(program, env).run(contenders);
}

std::vector<Contender> defaultContenders() {
  std::vector<Contender> result;
  for (const char* name : {"symex", "kiki"}) result.push_back({name, [name] { return makeEngine(name); }});
  return result;
}

} // namespace assay
