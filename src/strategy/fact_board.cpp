#include "strategy/fact_board.h"

#include <algorithm>

namespace assay {

namespace {

/// Beyond this, facts are noise.
constexpr size_t kMaxLength = 1 << 14, kMaxInvariants = 1000;

} // namespace

FactBoard::FactBoard(const Program& program) : program_(program) {
  for (const Location& location : program.locations()) numChecks_ += location.kind == LocationKind::Error;
}

bool FactBoard::add(const Fact& fact) {
  if (const auto* proof = std::get_if<ProvedCheck>(&fact.what)) {
    if (proof->how.size() > kMaxLength || !proof->error.valid() ||
        proof->error.index() >= program_.locations().size() || program_[proof->error].kind != LocationKind::Error)
      return false;
    return proofs_.try_emplace(proof->error, Proof{fact.engine, proof->how, proof->solver}).second;
  }
  if (const auto* invariant = std::get_if<LoopInvariant>(&fact.what)) {
    if (invariant->expression.size() > kMaxLength || invariants_.size() >= kMaxInvariants ||
        invariant->position.file >= program_.files().size() || !invariant->position.known() ||
        std::find(invariants_.begin(), invariants_.end(), *invariant) != invariants_.end())
      return false;
    invariants_.push_back(*invariant);
    return true;
  }
  const SafeDepth& depth = std::get<SafeDepth>(fact.what);
  if (safeDepth_ && safeDepth_->backEdges >= depth.backEdges) return false;
  safeDepth_ = depth;
  return true;
}

const FactBoard::Proof* FactBoard::proofOf(LocationId error) const {
  const auto found = proofs_.find(error);
  return found == proofs_.end() ? nullptr : &found->second;
}

Result FactBoard::combined() const {
  Result result;
  result.verdict = Verdict::True;
  std::map<std::string, size_t> numBy;
  for (const auto& [error, proof] : proofs_) {
    result.checks.push_back({error, CheckStatus::Proved, "proved by " + proof.engine + ": " + proof.how, {}});
    ++numBy[proof.engine];
    if (!proof.solver.empty()) result.proofCheck = {ProofCheck::Confirmed, proof.solver};
  }
  for (const auto& [engine, number] : numBy)
    result.reason += (result.reason.empty() ? "" : ", ") + std::to_string(number) +
                     (number == 1 ? " check" : " checks") + " proved by " + engine;
  result.invariants = invariants_;
  return result;
}

} // namespace assay
