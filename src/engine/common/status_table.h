// What is known of each row of the table of checks and obstacles (program/check_table.h): who has proved it, and how.
// One class for all who keep such a list: engines of what others have told, the strategy of what all have told,
// certification of what a result says.
//
// A row that is proved is one that no execution reaches, not even behind an obstacle. So nobody may call a row proved
// as long as an obstacle is open.
#pragma once

#include "engine/exchange.h"
#include "program/check_table.h"

#include <string>
#include <vector>

namespace assay {

class StatusTable {
public:
  explicit StatusTable(const Program& original) : table_(original), rows_(table_.rows().size()) {}

  const CheckTable& table() const { return table_; }

  /// Whether a row is proved by this, and was not before.
  bool add(const ProvedRow& proof, const std::string& engine);
  struct Status {
    bool isProved = false;
    std::string how, engine, solver;
    RefutationCheck refutations;
  };
  const Status& operator[](RowId row) const { return rows_[row.index()]; }
  /// How the row of a location, of the original program or of one made from it, was proved; null if it was not.
  const std::string* proofOf(const Location& location) const;
  /// Every check is proved and every obstacle is excluded: the program is safe, within its limits.
  bool isSafe() const;
  /// Whether this engine has proved some.
  bool isAnyBy(std::string_view engine) const;
  /// "3 checks proved by kiki", "check at f.c:7:3 proved by kiki"; empty if there are none.
  std::string summary() const;
  /// What a proof that rests on these was confirmed by, with the refutations of all engines that have proved some.
  ProofCheck proofCheck() const;

private:
  CheckTable table_;
  std::vector<Status> rows_;
};

/// The limits within which a result holds, for people; each once: rows that it does not exclude.
std::vector<std::string> limitsOf(const CheckTable& table, const Result& result);

} // namespace assay
