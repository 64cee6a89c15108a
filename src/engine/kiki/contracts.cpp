#include "engine/kiki/contracts.h"

#include <map>
#include <utility>

namespace assay {

std::optional<Result> ContractProof::find(Work::Duration limit, Env& env) {
  constexpr int kAttempts = 6;
  if (isHopeless_) return std::nullopt;
  if (!contracts_) contracts_ = proposeContracts(program_);
  for (int i = 0; i < kAttempts && !env.deadline.expired(); ++i) {
    std::optional<Program> made = recursionByContracts(program_, *contracts_);
    isHopeless_ = !made;
    if (isHopeless_) return std::nullopt;
    KikiOptions options = options_;
    options.limit = limit / 2;
    env.logger.progress("contracts of recursive functions: " + std::to_string(contracts_->size()) + " are tried");
    const Result result = Kiki(options).run(*made, env);
    if (result.verdict == Verdict::True) return translated(*made, result);
    if (!dropBroken(*made, result)) return std::nullopt;
  }
  return std::nullopt;
}

/// False: there is nothing to be dropped, so that another attempt would be the same.
bool ContractProof::dropBroken(const Program& made, const Result& result) {
  std::map<std::string, CheckStatus> status;
  for (const CheckResult& check : result.checks) status[made[check.error].message] = check.status;
  std::vector<Contract> unbroken, proved;
  for (size_t i = 0; i < contracts_->size(); ++i) {
    const auto it = status.find(contractMessage(i));
    const CheckStatus known = it == status.end() ? CheckStatus::Proved : it->second;
    if (known != CheckStatus::Violated) unbroken.push_back((*contracts_)[i]);
    if (known == CheckStatus::Proved) proved.push_back((*contracts_)[i]);
  }
  // Where some are proved, those that stay open may be what stands in the way.
  if (unbroken.size() == contracts_->size() && !proved.empty()) unbroken = std::move(proved);
  if (unbroken.size() == contracts_->size()) return false;
  contracts_ = std::move(unbroken);
  return true;
}

// Every row of the program is one of what was made of it, unless no execution gets there.
Result ContractProof::translated(const Program& made, const Result& proof) const {
  Result result = proof;
  result.checks.clear();
  result.obstacles.clear();
  result.invariants.clear(); // of a loop that the program does not have
  result.outline.reset();
  std::string how = "recursion is inductive by contracts";
  std::string_view separator = ": ";
  for (const Contract& contract : *contracts_) {
    how.append(separator).append(program_[contract.function].name).append(": ").append(contract.text);
    separator = "; ";
  }
  result.reason = how;
  for (uint32_t i = 0; i < program_.locations().size(); ++i)
    if (program_.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Proved, how, {}});
  const CheckTable table(program_), other(made);
  std::map<RowId, const ObstacleResult*> known;
  for (const ObstacleResult& obstacle : proof.obstacles) known[obstacle.row] = &obstacle;
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const TableRow& row = table.rows()[i];
    if (row.isCheck()) continue;
    ObstacleResult obstacle{RowId(i), CheckStatus::Proved, how};
    for (LocationId location : row.locations) {
      const auto it = known.find(other.find(program_[location]));
      if (it != known.end()) obstacle = {RowId(i), it->second->status, it->second->how};
    }
    result.obstacles.push_back(std::move(obstacle));
  }
  return result;
}

} // namespace assay
