#include "engine/kiki/contracts.h"

#include <chrono>
#include <map>
#include <utility>

namespace assay {

void ContractProof::propose(const KikiLimits& limits) {
  if (contracts_) return;
  contracts_ = proposeContracts(program_, limits);
  numProposed_ = static_cast<uint32_t>(contracts_->size());
  for (uint32_t i = 0; i < numProposed_; ++i) numbers_.push_back(i);
}

// Proposals are the same in every run, so the outline names contracts by their numbers, larger ones if they ask for nothing.
std::optional<Result> ContractProof::recall(const ProofOutline& outline, Standing standing, Env& env) {
  EarlierProof ofMade{outline, standing};
  const std::vector<uint32_t> numbers = *std::exchange(automatonOf(ofMade.outline)->contracts, std::nullopt);
  const auto limits = limitsOf<KikiLimits>(env.options);
  propose(limits);
  std::vector<CallContract> all = *contracts_, chosen;
  for (const uint32_t number : numbers) {
    if (number >= 2 * all.size()) return std::nullopt;
    chosen.push_back(all[number % all.size()]);
    if (number >= all.size()) chosen.back().asks = nullptr;
  }
  const std::optional<Program> made = recursionByContracts(program_, chosen);
  if (!made) return std::nullopt;
  Kiki kiki(options_);
  const Deadline deadline(env.deadline, limits.recallContracts);
  Env inner{env.options, deadline, env.statistics, env.logger, env.proofs};
  const Result result = recallOrRun(kiki, &ofMade, *made, inner);
  if (result.verdict != Verdict::True) return std::nullopt;
  contracts_ = std::move(chosen);
  numbers_ = numbers;
  return translated(*made, result);
}

std::optional<Result> ContractProof::find(Work::Duration limit, Env& env) {
  const auto limits = limitsOf<KikiLimits>(env.options);
  if (isHopeless_) return std::nullopt;
  propose(limits);
  for (uint32_t i = 0; i < limits.contractAttempts && !env.deadline.expired(); ++i) {
    std::optional<Program> made = recursionByContracts(program_, *contracts_);
    isHopeless_ = !made;
    if (isHopeless_) return std::nullopt;
    KikiOptions options = options_;
    options.limit = limit / 2;
    env.logger.progress("contracts of recursive functions: " + std::to_string(contracts_->size()) + " are tried");
    if (env.logger.isVerbose())
      for (const CallContract& contract : *contracts_)
        env.logger.progress("perhaps, " + std::string(program_[contract.function].name) + ": " + contract.text +
                            (contract.asks ? ", which does not overflow" : ""));
    const Result result = Kiki(options).run(*made, env);
    if (result.verdict == Verdict::True) return translated(*made, result);
    if (!dropBroken(*made, result, limit >= limits.beforeLawsGo)) return std::nullopt;
  }
  return std::nullopt;
}

/// False: there is nothing to be dropped, so that another attempt would be the same.
bool ContractProof::dropBroken(const Program& made, const Result& result, bool dropsLaws) {
  std::map<std::string, CheckStatus> status;
  for (const CheckResult& check : result.checks) status[made[check.error].message] = check.status;
  std::vector<size_t> unbroken, proved; // by number; laws may take more work than there was
  bool isRelaxed = false;               // some ask for less
  for (size_t i = 0; i < contracts_->size(); ++i) {
    const auto it = status.find(contractMessage(i));
    const CheckStatus known = it == status.end() ? CheckStatus::Proved : it->second;
    if (known != CheckStatus::Violated) unbroken.push_back(i);
    const bool stays = !dropsLaws && (*contracts_)[i].isLaw && known != CheckStatus::Violated;
    if (known == CheckStatus::Proved || stays) proved.push_back(i);
    if (known == CheckStatus::Violated && (*contracts_)[i].asks) {
      (*contracts_)[i].asks = nullptr; // perhaps that was what is broken
      numbers_[i] += numProposed_;
      isRelaxed = true;
      unbroken.push_back(i);
    }
  }
  // Where some are proved, those that stay open may be what stands in the way.
  if (unbroken.size() == contracts_->size() && !isRelaxed && !proved.empty()) unbroken = std::move(proved);
  if (unbroken.size() == contracts_->size()) return isRelaxed;
  std::vector<CallContract> left;
  std::vector<uint32_t> numbers;
  for (const size_t i : unbroken) {
    left.push_back(std::move((*contracts_)[i]));
    numbers.push_back(numbers_[i]);
  }
  contracts_ = std::move(left);
  numbers_ = std::move(numbers);
  return true;
}

// Every row of the program is a row of the program that was made from it, unless no execution gets there.
Result ContractProof::translated(const Program& made, const Result& proof) const {
  Result result = proof;
  result.checks.clear();
  result.obstacles.clear();
  result.invariants.clear(); // of a loop that the program does not have
  if (OutlinedAutomaton* automaton = result.outline ? automatonOf(*result.outline) : nullptr)
    automaton->contracts = numbers_;
  std::string how = "recursion is inductive by contracts";
  std::string_view separator = ": ";
  for (const CallContract& contract : *contracts_) {
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
