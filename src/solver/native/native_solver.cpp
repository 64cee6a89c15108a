#include "solver/native/native_solver.h"

#include <algorithm>

namespace assay {

namespace {

/// Ends the work of a check from within.
struct Stopped {
  UnknownReason reason;
};

} // namespace

NativeSolver::NativeSolver(TermManager& terms, ProofStore* proofs)
    : Backend(terms), preprocessor_(terms, pollNowAndThen()), lowering_(terms, pollNowAndThen()), indices_(terms),
      expandReads_(terms, indices_, pollNowAndThen()), aig_([this](size_t bytes) { poll(bytes); }), blaster_(aig_),
      sat_(proofs), cnf_(aig_, sat_, [this] { poll(); }), constraints_(blaster_, cnf_), model_(blaster_, cnf_),
      arrayTerms_(terms, model_, pollNowAndThen()), arrays_(terms, arrayTerms_, indices_, model_, pollNowAndThen()),
      scopes_(1), recent_(kRecent) {}

void NativeSolver::doAssert(Term term) { scopes_.back().waiting.push_back(term); }

void NativeSolver::dropAssumptions() {
  if (assumptionScope_) arrayTerms_.pop();
  assumptionScope_ = false;
}

void NativeSolver::doPush() {
  dropAssumptions();
  scopes_.emplace_back();
}

void NativeSolver::doPop() {
  dropAssumptions();
  if (int activation = scopes_.back().activation) sat_.addClause({-activation});
  scopes_.pop_back();
  while (preprocessor_.numScopes() >= scopes_.size())
    if (preprocessor_.pop()) definitionsChanged();
  while (arrayTerms_.numScopes() >= scopes_.size()) arrayTerms_.pop();
}

// The preprocessor follows the scopes only here. All assertions of a scope are there by then, unless it is the last.
void NativeSolver::flush() {
  for (size_t depth = 0; depth < scopes_.size(); ++depth) {
    Scope& scope = scopes_[depth];
    if (depth > preprocessor_.numScopes()) preprocessor_.push();
    if (depth > arrayTerms_.numScopes()) arrayTerms_.push();
    if (!scope.waiting.empty()) {
      // What a check that was stopped has left stays last, to come first.
      std::vector<Term> fresh = preprocessor_.assertAll(scope.waiting);
      scope.ready.insert(scope.ready.begin(), fresh.rbegin(), fresh.rend());
      scope.waiting.clear();
    }
    for (; !scope.ready.empty(); scope.ready.pop_back()) scope.required.push_back(literal(scope.ready.back()));
  }
}

/// The circuit of a preprocessed Boolean term.
AigLit NativeSolver::literal(Term term) {
  Term lowered = lowering_(term);
  for (Term condition : lowering_.takeConditions()) conditions_.push_back(condition);
  for (; !conditions_.empty(); conditions_.pop_back()) permanent_.push_back(blaster_.literal(conditions_.back()));
  if (preprocessor_.hasArrays()) {
    lowered = expandReads_(lowered);
    for (Term lemma : indices_.takeLemmas()) model_.addLemma(lemma);
    arrayTerms_.add(lowered);
  }
  return blaster_.literal(lowered);
}

void NativeSolver::encode(Scope& scope) {
  for (; scope.numEncoded < scope.required.size(); ++scope.numEncoded) {
    AigLit lit = scope.required[scope.numEncoded];
    if (&scope == &scopes_.front()) {
      cnf_.require(lit);
    } else {
      if (!scope.activation) scope.activation = sat_.newVariable();
      int guard = -scope.activation;
      cnf_.require(lit, std::span(&guard, 1));
    }
  }
}

// Clauses of scopes that are closed, or that were only assumed, cost time in every later check: the SAT solver gives
// values to all variables that it knows. To get rid of them is worth more than what was learned only if they are the
// larger part by far, and if they do not come back: a caller that asks about two formulas in turns needs both. So the
// last checks count as the present. Lemmas about arrays are not kept, so with arrays nothing is renewed.
void NativeSolver::renewIfStale() {
  if (preprocessor_.hasArrays() || sat_.numClauses() < kFewClauses) return;
  if (sat_.numClauses() < nextLook_ && numChecks_ % kRecent != 0) return;
  std::vector<AigLit> outputs = permanent_;
  for (const Scope& scope : scopes_) outputs.insert(outputs.end(), scope.required.begin(), scope.required.end());
  for (const std::vector<AigLit>& check : recent_) outputs.insert(outputs.end(), check.begin(), check.end());
  nextLook_ = 2 * sat_.numClauses();
  if (kStale * aig_.coneSize(outputs) > static_cast<size_t>(sat_.numVariables())) return;
  sat_.reset();
  cnf_.reset();
  numPermanent_ = 0;
  for (Scope& scope : scopes_) scope.numEncoded = 0, scope.activation = 0;
  constraints_.reset();
  nextLook_ = 0;
  ++numRenewals_;
}

// The factors are what the work took on average, on an arm64 machine of 2021 with programs of SV-COMP; a single check
// may be off by several times.
void NativeSolver::countWork() {
  constexpr std::chrono::nanoseconds kGate{200}, kClause{600}, kStep{25000};
  const Work::Duration all = kGate * aig_.size() + kClause * sat_.numClauses() + kStep * sat_.numSteps();
  if (all > counted_) workLimit().add(all - counted_);
  counted_ = all;
}

void NativeSolver::poll(size_t bytes) {
  countWork();
  if (std::optional<UnknownReason> reason = reasonToStop()) throw Stopped{*reason};
  constexpr size_t kMuch = 1 << 20;
  if (bytes > kMuch && wouldExceedMemory(bytes)) throw Stopped{UnknownReason::Memory};
}

/// Circuits of the assumptions, with the assumptions themselves; stops at one that is false.
std::vector<std::pair<AigLit, Term>> NativeSolver::blast(std::span<const Term> assumptions) {
  std::vector<std::pair<AigLit, Term>> result;
  for (Term term : assumptions) {
    AigLit lit = literal(preprocessor_.apply(term));
    if (lit.isTrue()) continue;
    result.emplace_back(lit, term);
    if (lit.isFalse()) break;
  }
  return result;
}

void NativeSolver::encodeAll(std::span<const std::pair<AigLit, Term>> assumptions) {
  for (; numPermanent_ < permanent_.size(); ++numPermanent_) cnf_.require(permanent_[numPermanent_]);
  for (Scope& scope : scopes_) {
    encode(scope);
    if (scope.activation) assumed_.push_back(scope.activation);
  }
  for (const auto& [lit, term] : assumptions) {
    assumptions_.emplace_back(cnf_.literal(lit), term);
    assumed_.push_back(assumptions_.back().first);
  }
  constraints_.require();
  if (nextLook_ == 0) nextLook_ = kStale * sat_.numClauses() + kFewClauses;
}

Answer NativeSolver::doCheck(std::span<const Term> assumptions) {
  ++numChecks_;
  dropAssumptions();
  assumed_.clear();
  assumptions_.clear();
  falseAssumption_ = Term();
  try {
    flush();
    arrayTerms_.push();
    assumptionScope_ = true;
    std::vector<std::pair<AigLit, Term>> blasted = blast(assumptions);
    if (!blasted.empty() && blasted.back().first.isFalse()) {
      falseAssumption_ = blasted.back().second;
      return Answer::unsat();
    }
    std::vector<AigLit>& present = recent_[numChecks_ % kRecent];
    present.clear();
    for (const auto& [lit, term] : blasted) present.push_back(lit);
    renewIfStale();
    encodeAll(blasted);
    return solve();
  } catch (const Stopped& stopped) {
    return Answer::unknown(stopped.reason);
  }
}

Answer NativeSolver::solve() {
  for (;;) {
    Answer answer = solveOnce();
    if (!answer.isSat() || arrayTerms_.isEmpty() || !arrays_.refine()) return answer;
  }
}

Answer NativeSolver::solveOnce() {
  constraints_.require();
  poll();
  std::optional<UnknownReason> reason;
  auto stop = [&] {
    countWork();
    return (reason = reasonToStop()).has_value();
  };
  ++numSatCalls_;
  switch (sat_.solve(assumed_, conflictLimit(), stop)) {
  case SatSolver::Result::Sat:
    return Answer::sat();
  case SatSolver::Result::Unsat:
    return Answer::unsat();
  case SatSolver::Result::Unknown:
    break;
  }
  return Answer::unknown(reason.value_or(UnknownReason::Conflicts));
}

std::vector<Term> NativeSolver::doCore() {
  if (falseAssumption_) return {falseAssumption_};
  std::vector<Term> core;
  for (const auto& [literal, term] : assumptions_)
    if (sat_.failed(literal) && std::ranges::find(core, term) == core.end()) core.push_back(term);
  return core;
}

Value NativeSolver::variableValue(Term variable) {
  Term lowered = lowering_.variable(variable);
  if (!lowered) return Value::zero(variable.sort());
  return raised(lowered.sort().isArray() ? arrays_.value(lowered) : model_.modelValue(lowered), variable.sort());
}

SolverStatistics NativeSolver::statistics() const {
  return {{"checks", numChecks_},
          {"sat-calls", numSatCalls_},
          {"renewals", numRenewals_},
          {"definitions", preprocessor_.numDefinitions()},
          {"array-lemmas", arrays_.numLemmas()},
          {"gates", aig_.size()},
          {"variables", static_cast<uint64_t>(sat_.numVariables())},
          {"clauses", sat_.numClauses()},
          {"proofs", sat_.numProofs()}};
}

} // namespace assay
