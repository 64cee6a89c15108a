#include "engine/common/status_table.h"

#include <algorithm>
#include <map>

namespace assay {

bool StatusTable::add(const ProvedRow& proof, const std::string& engine) {
  if (!proof.row.valid() || proof.row.index() >= rows_.size()) return false;
  Status& status = rows_[proof.row.index()];
  if (status.isProved) return false;
  status = {true, "proved by " + engine + ": " + proof.how, engine, proof.solver, proof.refutations};
  return true;
}

const std::string* StatusTable::proofOf(const Location& location) const {
  const RowId row = table_.find(location);
  return row.valid() && rows_[row.index()].isProved ? &rows_[row.index()].how : nullptr;
}

bool StatusTable::isSafe() const {
  for (size_t i = 0; i < rows_.size(); ++i)
    if (!rows_[i].isProved && !table_.rows()[i].isLimit()) return false;
  return true;
}

bool StatusTable::isAnyBy(std::string_view engine) const {
  return std::ranges::any_of(rows_, [&](const Status& status) { return status.isProved && status.engine == engine; });
}

std::string StatusTable::summary() const {
  std::map<std::string, std::vector<RowId>> byEngine;
  for (uint32_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].isProved && table_.rows()[i].isCheck()) byEngine[rows_[i].engine].emplace_back(i);
  std::string text;
  for (const auto& [engine, checks] : byEngine) {
    const std::string place = table_.program().files.format(table_[checks[0]].position);
    text += (text.empty() ? "" : ", ") +
            (checks.size() > 1 ? std::to_string(checks.size()) + " checks"
             : place.empty()   ? "a check"
                               : "check at " + place) +
            " proved by " + engine;
  }
  return text;
}

ProofCheck StatusTable::proofCheck() const {
  ProofCheck check;
  std::map<std::string, RefutationCheck> byEngine; // what it told last: numbers only grow
  for (const Status& status : rows_) {
    if (!status.isProved) continue;
    if (!status.solver.empty()) {
      check.status = ProofCheck::Confirmed;
      check.solver = status.solver;
    }
    RefutationCheck& last = byEngine[status.engine];
    if (status.refutations.number >= last.number) last = status.refutations;
  }
  for (const auto& [engine, refutations] : byEngine) check.refutations += refutations;
  return check;
}

std::vector<std::string> limitsOf(const CheckTable& table, const Result& result) {
  std::vector<bool> isExcluded(table.rows().size());
  for (const ObstacleResult& obstacle : result.obstacles)
    if (obstacle.status == CheckStatus::Proved) isExcluded[obstacle.row.index()] = true;
  std::vector<std::string> limits;
  for (uint32_t i = 0; i < isExcluded.size(); ++i) {
    const TableRow& row = table.rows()[i];
    if (row.isLimit() && !isExcluded[i] && std::ranges::find(limits, row.message) == limits.end())
      limits.push_back(row.message);
  }
  return limits;
}

} // namespace assay
