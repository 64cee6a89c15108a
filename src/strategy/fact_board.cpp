#include "strategy/fact_board.h"

#include <algorithm>
#include <map>

namespace assay {

bool FactBoard::add(const Fact& fact) {
  if (const auto* proof = std::get_if<ProvedRow>(&fact.what))
    return proof->how.size() <= limits_.factLength && proofs_.add(*proof, fact.engine);
  if (const auto* invariant = std::get_if<Assertion>(&fact.what)) {
    if (invariant->text.size() > limits_.factLength || invariants_.size() >= limits_.factInvariants ||
        invariant->position.file >= program_.files.size() || !invariant->position.known() ||
        std::find(invariants_.begin(), invariants_.end(), *invariant) != invariants_.end())
      return false;
    invariants_.push_back(*invariant);
    return true;
  }
  if (const auto* execution = std::get_if<TakenInputs>(&fact.what)) {
    if (executions_.size() >= limits_.factExecutions || execution->inputs.size() > limits_.factInputs ||
        std::ranges::find(executions_, *execution) != executions_.end())
      return false;
    executions_.push_back(*execution);
    return true;
  }
  const SafeDepth& depth = std::get<SafeDepth>(fact.what);
  if (safeDepth_ && safeDepth_->backEdges >= depth.backEdges) return false;
  safeDepth_ = depth;
  return true;
}

bool FactBoard::isSafe() const {
  const auto rows = proofs_.table().rows();
  return std::any_of(rows.begin(), rows.end(), [](const TableRow& row) { return row.isCheck(); }) && proofs_.isSafe();
}

Result FactBoard::combined() const {
  Result result;
  result.verdict = Verdict::True;
  std::map<std::string, size_t> numBy;
  for (uint32_t i = 0; i < proofs_.table().rows().size(); ++i) {
    const RowId row(i);
    const StatusTable::Status& proof = proofs_[row];
    const CheckStatus status = proof.isProved ? CheckStatus::Proved : CheckStatus::Open;
    if (!proofs_.table()[row].isCheck()) {
      result.obstacles.push_back({row, status, proof.how});
      continue;
    }
    for (LocationId error : proofs_.table()[row].locations) result.checks.push_back({error, status, proof.how, {}});
    ++numBy[proof.engine];
  }
  std::ranges::sort(result.checks, {}, &CheckResult::error);
  for (const auto& [engine, number] : numBy)
    result.reason += (result.reason.empty() ? "" : ", ") + std::to_string(number) +
                     (number == 1 ? " check" : " checks") + " proved by " + engine;
  result.proofCheck = proofs_.proofCheck();
  result.invariants = invariants_;
  return result;
}

} // namespace assay
