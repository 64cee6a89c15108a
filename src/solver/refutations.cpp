#include "solver/refutations.h"

#include "solver/decorators/decorator.h"
#include "solver/factory.h"
#include "term/traverse.h"
#include "util/random.h"

#include <algorithm>
#include <deque>
#include <string>

namespace assay {

namespace {

using namespace std::chrono_literals;
using Clock = Deadline::Clock;

/// How many refutations are kept, and terms in them.
constexpr size_t kMostKept = size_t{1} << 16, kMostTerms = size_t{1} << 21;
/// How many refutations are asked for at once, and how long the second solver may take for them when they have their
/// first turn.
constexpr size_t kGroup = 16;
constexpr RefutationLog::Duration kFirstTurn = 100ms;
/// The time that it takes to hand a term over to a solver, at most: this cannot be interrupted.
constexpr Clock::duration kPerTerm = 4us;
/// Work that Z3 counts takes a half to a fifth of that time on the processor.
constexpr int kCounted = 3;
/// If the processor is shared with other work, it takes so many times as long, at most.
constexpr int kSlowest = 3;

/// Numbers that look random.
uint64_t hashOf(uint64_t number) { return SplitMix64(number)(); }

class RecordedSolver final : public SolverDecorator {
public:
  RecordedSolver(std::unique_ptr<Solver> inner, RefutationLog& log) : SolverDecorator(std::move(inner)), log_(log) {}

  std::string name() const override { return "recorded(" + inner_->name() + ")"; }
  void assertTerm(Term term) override {
    assertions_.add(term);
    inner_->assertTerm(term);
  }
  void push() override {
    assertions_.push();
    inner_->push();
  }
  void pop() override {
    assertions_.pop();
    inner_->pop();
  }
  Answer check(std::span<const Term> assumptions) override {
    const uint64_t begin = processorTime();
    const Answer answer = inner_->check(assumptions);
    if (!answer.isUnsat()) return answer;
    log_.count(RefutationLog::Duration(processorTime() - begin));
    log_.add(assertions_.with(inner_->core()));
    return answer;
  }

private:
  RefutationLog& log_;
  AssertionStack assertions_;
};

} // namespace

RefutationLog::RefutationLog(SolverMaker make, bool isOn, Env& env)
    : make_(make), isOn_(isOn && env.options.certify != SecondSolver::None), env_(env), megabytes_(env.options.memory) {
}

std::unique_ptr<Solver> RefutationLog::newSolver(std::string_view name, TermManager& terms) {
  std::unique_ptr<Solver> solver = make_(name, terms, env_);
  if (!isOn_) return solver;
  terms_ = &terms;
  return std::make_unique<RecordedSolver>(std::move(solver), *this);
}

void RefutationLog::add(std::vector<Term> terms, std::vector<Term> general) {
  if (!isOn_) return;
  const uint64_t number = number_++;
  if (hashOf(number) > sampled_) return;
  open_.push_back({number, std::move(terms), std::move(general)});
  numTerms_ += open_.back().size();
  while (open_.size() > kMostKept || (numTerms_ > kMostTerms && open_.size() > 1)) {
    sampled_ /= 2; // about half of what is kept goes
    keep([&](size_t i) { return hashOf(open_[i].number) <= sampled_; });
  }
}

void RefutationLog::count(Duration time) {
  constexpr Duration kLong = 50ms;
  if (time >= kLong) hard_ += time;
}

void RefutationLog::forget() {
  open_.clear();
  numTerms_ = 0;
  number_ = numConfirmed_ = 0;
}

bool RefutationLog::areHard() const { return hard_ >= 150ms; }

void RefutationLog::keep(const std::function<bool(size_t)>& isKept) {
  size_t numKept = 0;
  numTerms_ = 0;
  for (size_t i = 0; i < open_.size(); ++i) {
    if (!isKept(i)) continue;
    numTerms_ += open_[i].size();
    if (numKept != i) open_[numKept] = std::move(open_[i]);
    ++numKept;
  }
  open_.resize(numKept);
}

RefutationLog::Duration RefutationLog::timeToConfirm(int part, Duration advance) const {
  const Duration run = Duration(processorTime() - begin_) - spent_;
  return std::max(run / part + advance - spent_, Duration::zero());
}

/// Groups of neighbours; the order of the groups is spread over the run.
std::vector<RefutationLog::Group> RefutationLog::groups() const {
  std::vector<Group> groups;
  for (size_t begin = 0; begin < open_.size(); begin += kGroup)
    groups.push_back({begin, std::min(begin + kGroup, open_.size()), kFirstTurn});
  std::ranges::sort(groups, {}, [](const Group& group) { return hashOf(group.begin); });
  return groups;
}

/// A second solver that throws, for want of memory, say, is no reason to lose the proof.
bool RefutationLog::confirm(Duration time) {
  if (open_.empty() || time <= Duration::zero() || env_.deadline.expired()) return true;
  const Statistics::Timer timer(env_.statistics, "confirming refutations");
  const uint64_t begin = processorTime();
  std::vector<bool> isConfirmed(open_.size());
  bool isContradicted = false;
  try {
    isContradicted = !confirm(time, isConfirmed);
  } catch (const std::exception& error) {
    env_.logger.progress("no more refutations are confirmed: " + std::string(error.what()));
  }
  numConfirmed_ += static_cast<uint64_t>(std::ranges::count(isConfirmed, true));
  keep([&](size_t i) { return !isConfirmed[i]; });
  spent_ += Duration(processorTime() - begin);
  return !isContradicted;
}

bool RefutationLog::confirm(Duration time, std::vector<bool>& isConfirmed) {
  const uint64_t begin = processorTime();
  const auto left = [&] { return time - Duration(processorTime() - begin); };
  Clock::duration longest = kSlowest * time;
  if (env_.deadline.limited()) longest = std::min(longest, (env_.deadline.end() - Clock::now()) / 2);
  const Deadline deadline(env_.deadline, longest);
  Work work(*terms_);
  const std::unique_ptr<Solver> solver = makeSolver(choiceName(env_.options.certify), *terms_);
  const std::vector<Group> all = groups();
  std::deque<Group> waiting(all.begin(), all.end());
  size_t together = kGroup; // fewer after a group that took too long
  while (!waiting.empty() && left() > Duration::zero() && !deadline.expired()) {
    Group group = waiting.front();
    waiting.pop_front();
    if (group.end - group.begin > together) {
      waiting.push_front({group.begin + together, group.end, group.work});
      group.end = group.begin + together;
    }
    const Duration most = std::min(group.work, kCounted * left());
    if (most < group.work / 2) continue; // what is left is not worth another turn
    group.work = most;
    const Answer answer = ask(*solver, group, deadline, work);
    if (answer.isSat() && !isGeneral(group)) return false;
    together = answer.isUnsat() ? std::min(kGroup, 2 * together) : std::max<size_t>(1, together / 4);
    if (answer.isSat()) { // at once: it may be a wrong one
      const bool isPlain = group.end - group.begin == 1;
      for (size_t i = group.begin; i < group.end; ++i) waiting.push_front({i, i + 1, kFirstTurn, isPlain});
    } else if (answer.isUnsat()) {
      std::fill_n(isConfirmed.begin() + static_cast<ptrdiff_t>(group.begin), group.end - group.begin, true);
    } else if (group.end - group.begin > 1) {
      for (size_t i = group.begin; i < group.end; ++i) waiting.push_back({i, i + 1, group.work});
    } else if (answer.reason() == UnknownReason::Deadline) {
      waiting.push_back({group.begin, group.end, 4 * group.work, group.isPlain});
    }
  }
  return true;
}

bool RefutationLog::isGeneral(const Group& group) const {
  for (size_t i = group.begin; i < group.end; ++i)
    if (&question(group, i) == &open_[i].general) return true;
  return false;
}

/// Whether one of the group can be satisfied. A variable for each says which; so nothing is rewritten on the way.
Answer RefutationLog::ask(Solver& solver, const Group& group, const Deadline& deadline, Work& work) const {
  const Clock::duration left = deadline.end() - Clock::now();
  TermSet seen;
  size_t size = 0;
  for (size_t i = group.begin; i < group.end; ++i)
    for (Term term : question(group, i))
      postOrder(term, [&](Term part) { return seen.insert(part); }, [&](Term) { ++size; });
  if (size * kPerTerm > left / 2) return Answer::unknown(UnknownReason::Memory);
  solver.setLimits({.deadline = Deadline(std::max<Clock::duration>(left, 1ms)),
                    .memoryBytes = (megabytes_ << 20) / 4,
                    .work = WorkLimit(work, group.work)});
  solver.push();
  std::vector<Term> selected;
  for (size_t i = group.begin; i < group.end; ++i) {
    if (group.end - group.begin > 1)
      selected.push_back(terms_->mkVariable("refutation!" + std::to_string(i - group.begin), terms_->boolSort()));
    for (Term term : question(group, i))
      solver.assertTerm(selected.empty() ? term : terms_->mkOr(terms_->mkNot(selected.back()), term));
  }
  if (!selected.empty()) solver.assertTerm(terms_->mkOr(selected));
  const Answer answer = solver.check();
  solver.pop();
  return answer;
}

} // namespace assay
