#include "strategy/portfolio.h"

#include "engine/engines.h"
#include "engine/termination/nontermination.h"
#include "engine/termination/termination.h"
#include "strategy/certify.h"
#include "strategy/fact_board.h"
#include "strategy/result_text.h"
#include "strategy/status_board.h"
#include "strategy/turns.h"
#include "util/process.h"

#include <algorithm>
#include <map>
#include <poll.h>
#include <sstream>

namespace assay {

namespace {

using namespace std::chrono_literals;

/// Of one engine.
constexpr size_t kMostMilestones = 100;

/// Messages begin with one of these.
constexpr std::string_view kResult = "result ", kStatistics = "statistics ", kFailed = "failed ", kStatus = "status ",
                           kLine = "line ", kFact = "fact ";

bool takePrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Messages of an engine in its process are sent to the parent, so that the lines of several engines never mix on the
/// terminal.
class ChildLogger : public Logger {
public:
  ChildLogger(Logger& parent, bool wantsStatus, Channel& channel) : Logger(parent.stream()), channel_(channel) {
    setVerbose(parent.isVerbose());
    setStatusLine(wantsStatus || parent.hasStatusLine());
  }
  void status(std::string_view text) override { channel_.post(std::string(kStatus).append(text)); }

protected:
  void line(std::string_view text) override { channel_.send(std::string(kLine).append(text)); }

private:
  Channel& channel_;
};

/// The exchange of an engine in its process. The parent passes on what it hears.
class ChildExchange : public Exchange {
public:
  ChildExchange(const Program& program, std::string engine, bool hasListeners, Channel& channel)
      : program_(program), engine_(std::move(engine)), hasListeners_(hasListeners), channel_(channel) {}

  bool hasListeners() const override { return hasListeners_; }
  void publish(const Fact& fact) override { channel_.post(std::string(kFact).append(printFact({fact.what, engine_}))); }
  std::vector<Fact> take() override {
    std::vector<Fact> facts;
    channel_.flush();
    channel_.receive();
    std::string message;
    while (channel_.next(message)) {
      std::string_view rest = message;
      if (!takePrefix(rest, kFact)) continue;
      if (std::optional<Fact> fact = parseFact(rest, program_)) facts.push_back(std::move(*fact));
    }
    return facts;
  }

private:
  const Program& program_;
  const std::string engine_;
  const bool hasListeners_;
  Channel& channel_;
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
  Portfolio(const Program& program, Env& env, Question question, const EarlierProof* earlier)
      : program_(program), env_(env), limits_(limitsOf<StrategyLimits>(env.options)), question_(question),
        earlier_(earlier), board_(env.logger), facts_(program, limits_), turns_(numProcessors()) {}

  PortfolioResult run(std::span<const Contender> contenders);

private:
  void start(const Contender& contender, size_t numContenders);
  /// Waits for news until then; whether an engine still runs.
  bool wait(Deadline::Clock::time_point until);
  void receive(Runner& runner);
  void hear(Runner& runner, std::string_view text);
  void finish(Runner& runner);
  void takeTurns();
  void putTogether();
  void drain();
  double seconds() const { return std::chrono::duration<double>(Deadline::Clock::now() - begin_).count(); }
  bool wantsMilestones() const { return !env_.options.json.empty() || !env_.options.html.empty(); }
  void noteStatus(Runner& runner, std::string_view status);
  void noteFact(Runner& runner, const Fact& fact);
  bool isDecided() const { return winner_ != nullptr || together_; }
  bool isFalse() const { return winner_ && winner_->result->verdict == Verdict::False; }
  PortfolioResult conclude();
  Result bestOfAll();
  void refuseContradicted(PortfolioResult& whole) const;
  void warnOfContradictions(PortfolioResult& whole) const;

  const Program& program_;
  Env& env_;
  const StrategyLimits limits_;
  const Question question_;
  const EarlierProof* const earlier_;
  Deadline::Clock::time_point begin_ = Deadline::Clock::now();
  std::vector<Runner> runners_;
  StatusBoard board_; // its lines are those of runners_
  FactBoard facts_;
  Turns turns_; // its numbers are those of runners_
  Deadline::Clock::time_point turnBegan_ = begin_;
  const Runner* winner_ = nullptr;
  std::optional<Result> together_; // by what all have told, certified
  std::string notTogether_;        // why that was no answer, if it was tried
};

void Portfolio::start(const Contender& contender, size_t numContenders) {
  Options options = env_.options;
  options.memory = std::max<uint64_t>(options.memory / numContenders, 1);
  auto work = [&](const Deadline& deadline, Channel& parent) {
    Statistics statistics;
    ChildLogger logger(env_.logger, wantsMilestones(), parent);
    ChildExchange exchange(program_, contender.name, numContenders > 1, parent);
    Env env{options, deadline, statistics, logger, env_.proofs};
    const std::unique_ptr<Engine> engine = contender.make();
    engine->join(exchange);
    const Result result = recallOrRun(*engine, earlier_, program_, env);
    std::ostringstream numbers;
    statistics.print(numbers);
    parent.send(std::string(kStatistics) + numbers.str());
    parent.send(std::string(kResult) + printResult(result));
  };
  EngineReport report;
  report.engine = contender.name;
  board_.add(contender.name);
  turns_.add(contender.share, contender.begin);
  runners_.push_back({ChildProcess(env_.deadline, options.memory, work), std::move(report), true, {}, {}});
}

void Portfolio::takeTurns() {
  const auto now = Deadline::Clock::now();
  turns_.next(now - turnBegan_);
  turnBegan_ = now;
  for (size_t i = 0; i < runners_.size(); ++i) {
    if (!runners_[i].isRunning) continue;
    if (turns_.runs(i))
      runners_[i].process.goOn();
    else
      runners_[i].process.pause();
  }
}

void Portfolio::receive(Runner& runner) {
  Channel& channel = runner.process.channel();
  const bool more = channel.receive();
  std::string message;
  while (channel.next(message)) {
    std::string_view rest = message;
    if (takePrefix(rest, kStatistics)) {
      runner.report.statistics = rest;
    } else if (takePrefix(rest, kFailed)) {
      runner.failure = rest;
    } else if (takePrefix(rest, kStatus)) {
      board_.set(static_cast<size_t>(&runner - runners_.data()), rest);
      noteStatus(runner, rest);
    } else if (takePrefix(rest, kLine)) {
      board_.clear();
      env_.logger.error(runner.report.engine + ": " + std::string(rest));
    } else if (takePrefix(rest, kResult)) {
      runner.result = parseResult(rest, program_);
      if (runner.result && runner.result->question != question_) runner.result.reset();
    } else if (takePrefix(rest, kFact)) {
      hear(runner, rest);
    }
  }
  if (!more) finish(runner);
}

/// Facts that are new go to the other engines.
void Portfolio::hear(Runner& runner, std::string_view text) {
  std::optional<Fact> fact = parseFact(text, program_);
  if (!fact) return;
  fact->engine = runner.report.engine;
  if (!facts_.add(*fact)) return;
  noteFact(runner, *fact);
  const std::string message = std::string(kFact) + printFact(*fact);
  for (Runner& other : runners_)
    if (&other != &runner && other.isRunning) other.process.channel().post(message);
}

// The longer it runs, the less often.
void Portfolio::noteStatus(Runner& runner, std::string_view status) {
  std::vector<Milestone>& known = runner.report.milestones;
  const double now = seconds();
  const bool isSoon = !known.empty() && now - known.back().seconds < 0.2 + now / 20;
  if (!wantsMilestones() || isSoon || known.size() >= kMostMilestones) return;
  known.push_back({now, std::string(status)});
}

void Portfolio::noteFact(Runner& runner, const Fact& fact) {
  std::vector<Milestone>& known = runner.report.milestones;
  if (!wantsMilestones() || known.size() >= kMostMilestones) return;
  if (const auto* proof = std::get_if<ProvedRow>(&fact.what))
    known.push_back({seconds(), "proved: " + facts_.proofs().table().text(proof->row)});
  else if (const auto* invariant = std::get_if<Assertion>(&fact.what))
    known.push_back({seconds(), "invariant: " + invariant->text});
}

/// If engines have proved everything between them, that is an answer like any other, and is certified like any other.
void Portfolio::putTogether() {
  if (question_ != Question::Errors || isDecided() || !notTogether_.empty() || !facts_.isSafe()) return;
  Result result = facts_.combined();
  if (certify(result, program_, env_))
    together_ = std::move(result);
  else
    notTogether_ = result.reason;
}

/// Reads what has arrived before the program is called safe: a violation that has come already wins.
void Portfolio::drain() {
  const auto end = Deadline::Clock::now() + limits_.lastWords;
  bool isMore = true;
  while (isMore && !isFalse() && Deadline::Clock::now() < end) {
    isMore = false;
    for (Runner& runner : runners_) {
      if (!runner.isRunning) continue;
      if (runner.result) runner.process.goOn();
      pollfd descriptor{runner.process.channel().descriptor(), POLLIN, 0};
      if (poll(&descriptor, 1, runner.result ? 1 : 0) > 0) {
        receive(runner);
        isMore = true;
      }
      isMore = isMore || (runner.isRunning && runner.result); // about to end
    }
  }
}

void Portfolio::finish(Runner& runner) {
  const std::string ending = runner.process.end();
  EngineReport& report = runner.report;
  runner.isRunning = false;
  turns_.end(static_cast<size_t>(&runner - runners_.data()));
  report.seconds = seconds();
  if (!ending.empty() || !runner.result) {
    runner.result.reset();
    report.isAnomalous = true;
    report.outcome = !runner.failure.empty() ? "internal error: " + runner.failure
                     : ending.empty()        ? "ended without a result"
                                             : ending;
    return;
  }
  Result& result = *runner.result;
  report.isAnomalous = !certify(result, program_, env_) || result.proofCheck.status == ProofCheck::Contradicted;
  report.outcome = (result.verdict == Verdict::True    ? "true: "
                    : result.verdict == Verdict::False ? "false: "
                                                       : "unknown: ") +
                   result.reason;
  board_.set(static_cast<size_t>(&runner - runners_.data()), report.outcome);
  if (result.verdict == Verdict::False ? !isFalse() : result.verdict == Verdict::True && !isDecided())
    winner_ = &runner;
}

bool Portfolio::wait(Deadline::Clock::time_point until) {
  std::vector<pollfd> descriptors;
  std::vector<Runner*> running;
  for (Runner& runner : runners_) {
    if (!runner.isRunning) continue;
    running.push_back(&runner);
    runner.process.channel().flush();
    descriptors.push_back({runner.process.channel().descriptor(), POLLIN, 0});
  }
  if (running.empty()) return false;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Deadline::Clock::now());
  const auto time = std::clamp<std::chrono::milliseconds>(left, 0ms, limits_.tick);
  if (poll(descriptors.data(), descriptors.size(), pollTime(time)) > 0) {
    for (size_t i = 0; i < running.size(); ++i)
      if (descriptors[i].revents != 0) receive(*running[i]);
  }
  putTogether();
  board_.show();
  return true;
}

PortfolioResult Portfolio::run(std::span<const Contender> contenders) {
  runners_.reserve(contenders.size()); // winner_ points into it
  for (const Contender& contender : contenders) start(contender, contenders.size());
  takeTurns();
  bool running = true;
  while (running && !isDecided() && !env_.deadline.expired()) {
    running = wait(Deadline::Clock::time_point::max());
    if (Deadline::Clock::now() - turnBegan_ >= limits_.turn) takeTurns();
  }

  if (running && !isDecided()) {
    for (const Runner& runner : runners_)
      if (runner.isRunning) runner.process.askToStop();
    const auto end = Deadline::Clock::now() + limits_.lastWords;
    while (running && !isDecided() && Deadline::Clock::now() < end) running = wait(end);
  }
  if (isDecided()) drain();
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
      runner.report.seconds = seconds();
      runner.report.outcome = winner_       ? "stopped, another engine was faster"
                              : isDecided() ? "stopped, all checks were proved"
                                            : "stopped, out of time";
    }
    whole.reports.push_back(runner.report);
  }
  if (winner_) {
    whole.result = *winner_->result;
    whole.engine = winner_->report.engine;
    // A proof that rests on what others have told rests on their invariants.
    if (whole.result.invariants.empty() && whole.result.proofCheck.status == ProofCheck::Confirmed)
      whole.result.invariants = facts_.invariants();
  } else if (together_) {
    whole.result = std::move(*together_);
    whole.engine = "all";
  } else {
    whole.result = bestOfAll();
  }
  whole.safeDepth = facts_.safeDepth();
  refuseContradicted(whole);
  warnOfContradictions(whole);
  return whole;
}

/// Of two statuses for the same obstacle.
void takeBetter(ObstacleResult& into, const ObstacleResult& other) {
  if (into.status != CheckStatus::Proved && !other.how.empty()) into = other;
}

/// The result if no engine has decided: what is known of each check and obstacle, and why it is not more.
Result Portfolio::bestOfAll() {
  Result result;
  result.question = question_;
  std::map<LocationId, CheckResult> checks;
  std::map<RowId, ObstacleResult> obstacles;
  const CheckTable& table = facts_.proofs().table();
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const StatusTable::Status& proof = facts_.proofs()[RowId(i)];
    const CheckStatus status = proof.isProved ? CheckStatus::Proved : CheckStatus::Open;
    if (!table.rows()[i].isCheck()) obstacles[RowId(i)] = {RowId(i), status, proof.how};
    if (!table.rows()[i].isCheck()) continue;
    for (LocationId error : table.rows()[i].locations) checks[error] = {error, status, proof.how, {}};
  }
  for (Runner& runner : runners_) {
    std::string_view outcome = runner.report.outcome;
    takePrefix(outcome, "unknown: ");
    result.reason += (result.reason.empty() ? "" : "; ") + runner.report.engine + ": " + std::string(outcome);
    if (!runner.result) continue;
    for (CheckResult& check : runner.result->checks) {
      CheckResult& best = checks[check.error];
      takeBetter(best, std::move(check));
    }
    if (result.loops.empty()) result.loops = runner.result->loops;
    if (result.sharing.empty()) result.sharing = runner.result->sharing;
    for (const ObstacleResult& obstacle : runner.result->obstacles) takeBetter(obstacles[obstacle.row], obstacle);
    for (const Assertion& invariant : runner.result->invariants) facts_.add({invariant, runner.report.engine});
  }
  for (auto& [error, check] : checks) {
    if (check.how.empty()) check.how = "no engine came home";
    result.checks.push_back(std::move(check));
  }
  for (auto& [row, obstacle] : obstacles) result.obstacles.push_back(std::move(obstacle));
  if (!notTogether_.empty()) result.reason += "; " + notTogether_;
  result.invariants = facts_.invariants();
  return result;
}

/// Facts that an engine told before a second solver contradicted it may be wrong, too, and the answer of an engine that
/// heard of them may rest on them.
void Portfolio::refuseContradicted(PortfolioResult& whole) const {
  if (whole.result.verdict != Verdict::True) return;
  for (const Runner& runner : runners_) {
    if (!runner.result || runner.result->proofCheck.status != ProofCheck::Contradicted) continue;
    if (!facts_.proofs().isAnyBy(runner.report.engine)) continue;
    whole.result.verdict = Verdict::Unknown;
    whole.result.reason = runner.result->reason;
    whole.engine.clear();
    for (CheckResult& check : whole.result.checks) check = {check.error, CheckStatus::Open, runner.result->reason, {}};
    for (ObstacleResult& obstacle : whole.result.obstacles)
      obstacle = {obstacle.row, CheckStatus::Open, runner.result->reason};
    return;
  }
}

/// The interpreter has seen the violation; so a proof of the same check, or of all checks, is a defect of the engine
/// that told it.
void Portfolio::warnOfContradictions(PortfolioResult& whole) const {
  for (const CheckResult& check : whole.result.checks) {
    const std::string* proof = facts_.proofs().proofOf(program_[check.error]);
    if (check.status != CheckStatus::Violated || !proof) continue;
    whole.warnings.push_back("DEFECT: engines have told that the check at " +
                             program_.files.format(program_[check.error].position) + " IS PROVED (" + *proof +
                             "), and it is violated");
  }
  if (whole.result.verdict != Verdict::False) return;
  for (const Runner& runner : runners_)
    if (runner.result && runner.result->verdict == Verdict::True)
      whole.warnings.push_back("DEFECT: engine " + runner.report.engine + " says that the program IS SAFE (" +
                               runner.result->reason + "), and a check is violated");
}

} // namespace

PortfolioResult runPortfolio(const Program& program, std::span<const Contender> contenders, Env& env, Question question,
                             const EarlierProof* earlier) {
  return Portfolio(program, env, question, earlier).run(contenders);
}

std::vector<Contender> terminationContenders(const Program& wrapping) {
  return {{"termination", [&wrapping] { return std::make_unique<Termination>(&wrapping); }},
          {"nontermination", [] { return std::make_unique<NonTermination>(); }}};
}

std::vector<Contender> contendersOf(const Schedule& schedule) {
  std::vector<Contender> result;
  for (const Share& share : schedule.shares)
    result.push_back(
        {std::string(share.engine), [name = share.engine] { return makeEngine(name); }, share.share, share.begin});
  return result;
}

} // namespace assay
