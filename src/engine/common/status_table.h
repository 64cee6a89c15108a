// What is known of each row of the table of checks and obstacles (program/check_table.h): which engine has proved it,
// and how. Engines keep such a table of what other engines have told, the strategy of what all engines have told,
// certification of what a result says.
//
// A row is proved if no execution reaches it, not even behind an obstacle. So no row may be called proved as long as an
// obstacle is open.
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

  /// Adds a proof. Returns whether its row was not proved before.
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
  /// Whether this engine has proved some rows.
  bool isAnyBy(std::string_view engine) const;
  /// "3 checks proved by kiki", "check at f.c:7:3 proved by kiki"; empty if there are none.
  std::string summary() const;
  /// How a proof that rests on these rows was confirmed, with the refutations of all engines that have proved some.
  ProofCheck proofCheck() const;

private:
  CheckTable table_;
  std::vector<Status> rows_;
};

/// The limits within which a result holds, for people, each once: rows of limits that the result does not exclude.
std::vector<std::string> limitsOf(const CheckTable& table, const Result& result);

} // namespace assay
