#include "engine/kiki/user_invariants.h"

#include "encode/flatten.h"
#include "encode/numeric.h"
#include "encode/unwinding.h"
#include "engine/kiki/invariant_checks.h"
#include "engine/kiki/kiki.h"
#include "engine/kiki/limits.h"
#include "invariants/outside/outside.h"

#include <algorithm>
#include <new>
#include <utility>

namespace assay {

namespace {

std::string numberText(const Variable& variable, const Value& value) {
  if (value.kind() == SortKind::Bool) return value.asBool() ? "1" : "0";
  return isSigned(variable) ? value.bits().toSignedString() : value.bits().toString();
}

/// An iteration that does not keep an invariant, as two states at the head.
class BrokenIteration {
public:
  /// `program` has the check of this line; `proved` hold as well.
  BrokenIteration(const Program& program, std::span<const Assertion> proved, Env& env)
      : flow_(flatten(program)), proved_(proved), env_(env) {}

  std::vector<InvariantFate::Change> find(const Assertion& invariant) {
    if (isCut(flow_.origin()) || flow_.isIrreducible()) return {};
    const Allowance allowance(env_.deadline);
    Unwinding step(flow_, Unwinding::Start::Free, allowance);
    if (!step.isComplete() || !step.addLayer(allowance)) return {};
    for (const Assertion& candidate : candidates({invariant}))
      if (auto change = find(candidate, step); !change.empty()) return change;
    return {};
  }

private:
  std::vector<Assertion> candidates(const std::vector<Assertion>& assertions) const {
    return candidatesFrom(assertions, flow_, [](const std::string&) {});
  }

  std::vector<InvariantFate::Change> find(const Assertion& candidate, const Unwinding& step) {
    const auto* before = step.loopBack(candidate.head);
    const SymbolicState* after = step.arrival(1, candidate.head);
    if (!before || !after) return {};
    TermManager& terms = flow_.terms();
    const auto solver = makeLoggedSolver("native", terms, env_);
    Allowance(env_.deadline).limit(*solver);
    for (const Assertion& known : candidates({proved_.begin(), proved_.end()})) {
      if (const auto* back = step.loopBack(known.head))
        solver->assertTerm(terms.mkOr(terms.mkNot(back->guard), holds(flow_, known, back->state)));
      if (const auto* next = step.arrival(1, known.head))
        solver->assertTerm(terms.mkOr(terms.mkNot(step.arrivalGuard(1, known.head)), holds(flow_, known, *next)));
    }
    solver->assertTerm(before->guard);
    solver->assertTerm(holds(flow_, candidate, before->state));
    solver->assertTerm(step.arrivalGuard(1, candidate.head));
    solver->assertTerm(terms.mkNot(holds(flow_, candidate, *after)));
    const std::vector<VariableId> variables = numbersAt(candidate.head);
    // Small numbers are easier to read.
    const std::vector<Term> small = smallness(variables, before->state);
    if (!solver->check(small).isSat() && !solver->check().isSat()) return {};
    std::vector<InvariantFate::Change> result;
    for (VariableId id : variables) {
      const Term first = before->state.variables.get(id.index()), second = after->variables.get(id.index());
      const Variable& variable = flow_.program()[id];
      if (first && second)
        result.push_back({variable.sourceName, numberText(variable, solver->value(first)),
                          numberText(variable, solver->value(second))});
    }
    return result;
  }

  std::vector<VariableId> numbersAt(uint32_t head) const {
    std::vector<VariableId> result;
    for (VariableId id : flow_.liveAt(flow_.heads()[head])) {
      const Variable& variable = flow_.program()[id];
      if (!variable.sourceName.empty() && isNumeric(variable)) result.push_back(id);
    }
    return result;
  }

  std::vector<Term> smallness(const std::vector<VariableId>& variables, const SymbolicState& state) const {
    constexpr uint64_t kLarge = 100;
    TermManager& terms = flow_.terms();
    std::vector<Term> result;
    for (VariableId id : variables) {
      const Term value = state.variables.get(id.index());
      if (!value || value.sort().isBool() || value.sort().width() < 8) continue;
      const uint32_t width = value.sort().width();
      const Term bound = terms.mkBv(width, kLarge);
      if (isSigned(flow_.program()[id])) {
        result.push_back(terms.mkBvSle(terms.mkBv(BitVector(width, kLarge).neg()), value));
        result.push_back(terms.mkBvSle(value, bound));
      } else {
        result.push_back(terms.mkBvUle(value, bound));
      }
    }
    return result;
  }

  const Flow flow_;
  std::span<const Assertion> proved_;
  Env& env_;
};

class Judge {
public:
  Judge(const Program& program, Env& env) : program_(program), env_(env) {
    lines_ = readInvariantLines(env.options.invariants, program);
    for (const InvariantLine& line : lines_) fates_.push_back({.line = line});
    isOpen_.assign(lines_.size(), true);
  }

  std::vector<InvariantFate> judge() {
    tellUnplaced();
    while (std::ranges::find(isOpen_, true) != isOpen_.end() && !env_.deadline.expired() && settle()) {
    }
    for (InvariantFate& fate : fates_)
      if (fate.status == InvariantFate::Open && fate.position.known()) showIteration(fate);
    return std::move(fates_);
  }

private:
  void tellUnplaced() {
    const InvariantChecks checks = assertInvariants(program_, lines_, isOpen_);
    for (size_t i = 0; i < lines_.size(); ++i) {
      const InvariantChecks::Placed& placed = checks.placed[i];
      InvariantFate& fate = fates_[i];
      fate.position = placed.position;
      if (!placed.errors.empty()) continue;
      isOpen_[i] = false;
      if (lines_[i].positions.empty()) {
        fate.status = InvariantFate::NoFile;
      } else if (!placed.position.known()) {
        fate.status = InvariantFate::NoLoop;
        fate.how = otherLoops(lines_[i].positions.front().file);
      } else {
        fate.status = placed.unknownVariable.empty() ? InvariantFate::BadExpression : InvariantFate::UnknownVariable;
        fate.how = placed.unknownVariable.empty() ? placed.objection : "'" + placed.unknownVariable + "'";
      }
    }
  }

  std::string otherLoops(uint32_t file) const {
    constexpr size_t kMany = 10;
    const std::vector<uint32_t> lines = loopLines(program_, file);
    if (lines.empty()) return "there is none in this file";
    std::string text = lines.size() == 1 ? "there is one at line " : "there are some at lines ";
    for (size_t i = 0; i < std::min(lines.size(), kMany); ++i) text += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
    return text + (lines.size() > kMany ? ", ..." : "");
  }

  /// Settles all remaining checks together. Returns whether that has to be done once more.
  bool settle() {
    InvariantChecks checks = assertInvariants(program_, lines_, isOpen_);
    const auto program = std::make_shared<const Program>(std::move(checks.program));
    Result result;
    try {
      KikiOptions options;
      options.limit = limitsOf<KikiLimits>(env_.options).userInvariants;
      result = Kiki(options).run(*program, env_);
    } catch (const std::bad_alloc&) {
      return false;
    }
    // With a violation at hand, the engine leaves others open.
    const bool isAnyRefuted = std::ranges::any_of(
        result.checks, [](const CheckResult& check) { return check.status == CheckStatus::Violated; });
    bool isAnyLeft = false, isAnyOut = false;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!isOpen_[i]) continue;
      InvariantFate& fate = fates_[i];
      const bool isProved = settle(fate, checks.placed[i].errors, result, program);
      if (!isProved && fate.status == InvariantFate::Open) fate.how = result.reason;
      isOpen_[i] = isProved || (isAnyRefuted && fate.status == InvariantFate::Open);
      (isOpen_[i] ? isAnyLeft : isAnyOut) = true;
    }
    if (isAnyOut) return isAnyLeft;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (!isOpen_[i]) continue;
      // What is not modelled may still be in the way.
      if (result.verdict == Verdict::True)
        fates_[i].status = InvariantFate::Proved;
      else
        fates_[i].how = result.reason;
    }
    return false;
  }

  /// Whether all its checks are proved.
  static bool settle(InvariantFate& fate, const std::vector<LocationId>& errors, const Result& result,
                     const std::shared_ptr<const Program>& program) {
    bool isProved = true;
    for (const CheckResult& check : result.checks) {
      if (std::ranges::find(errors, check.error) == errors.end()) continue;
      isProved = isProved && check.status == CheckStatus::Proved;
      if (check.status == CheckStatus::Proved) fate.how = check.how;
      if (check.status != CheckStatus::Violated || fate.status == InvariantFate::Refuted) continue;
      fate.status = InvariantFate::Refuted;
      fate.program = program;
      fate.counterexample = check.counterexample;
    }
    if (!isProved) fate.how.clear();
    return isProved;
  }

  void showIteration(InvariantFate& fate) {
    std::vector<Assertion> proved;
    std::vector<bool> isWanted(lines_.size());
    for (size_t i = 0; i < lines_.size(); ++i) {
      isWanted[i] = lines_[i].number == fate.line.number;
      if (fates_[i].status == InvariantFate::Proved)
        proved.push_back(Assertion::inC(fates_[i].position, lines_[i].text));
    }
    const InvariantChecks checks = assertInvariants(program_, lines_, isWanted);
    fate.change = BrokenIteration(checks.program, proved, env_).find(Assertion::inC(fate.position, fate.line.text));
    if (!fate.change.empty()) fate.status = InvariantFate::NotInductive;
  }

  const Program& program_;
  Env& env_;
  std::vector<InvariantLine> lines_;
  std::vector<InvariantFate> fates_;
  std::vector<bool> isOpen_; // by line
};

} // namespace

std::string_view InvariantFate::statusName() const {
  switch (status) {
  case Proved:
    return "proved";
  case Refuted:
    return "refuted";
  case NotInductive:
    return "not inductive";
  case Open:
    return "not decided";
  case NoFile:
    return "no such file";
  case NoLoop:
    return "no loop at that line";
  case UnknownVariable:
    return "unknown variable";
  case BadExpression:
    return "not an expression of this kind";
  }
  return "";
}

std::vector<InvariantFate> judgeInvariants(const Program& program, Env& env, Deadline::Clock::duration time) {
  const Deadline deadline(env.deadline, time);
  Env inner{env.options, deadline, env.statistics, env.logger};
  return Judge(program, inner).judge();
}

} // namespace assay
