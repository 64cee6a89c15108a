// engine/common/: what engines share: the status of checks, verdicts, base case and inductive step, replay of
// counterexamples, questions to other engines.
//
// The status of every check in the course of a run. The table of checks and obstacles (program/check_table.h) says
// which check a location belongs to; here a check has the number of its row. An obstacle is a check, too: nothing is
// proved as long as an execution may reach one. Obstacles of the unwinding itself have no row. They get the numbers
// behind the table's when they are first met.
#pragma once

#include "encode/unwinding.h"
#include "engine/result.h"
#include "program/check_table.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace assay {

class Checks {
public:
  Checks(const Program& original, const Flow& flow);

  struct Check {
    CheckStatus status = CheckStatus::Open;
    std::string how;
    bool isObstacle = false;
    bool isLimit = false;          // an obstacle that leaves proofs as they are, within limits
    bool isReached = false;        // an obstacle that an execution gets to
    bool needsTermination = false; // a proof has to show that executions end
    bool isFromOutside = false;    // another engine has proved it
    std::string text;              // of an obstacle, with its place
    std::optional<Counterexample> counterexample;
    struct Induction {
      uint32_t k;
      size_t numInvariants; // that were known
    };
    std::optional<Induction> induction; // if that is how it was proved
  };
  /// The check that an ending belongs to; obstacles become checks when they are first met.
  uint32_t checkOf(const Ending& ending);
  /// The check of an error location of the original program.
  Check& checkAt(LocationId error) { return checkAt(original_[error]); }
  Check& checkAt(const Location& error) { return checkOf(table_.find(error)); }
  /// The check of a row of the table.
  const CheckTable& table() const { return table_; }
  Check& checkOf(RowId row) { return checks_[row.index()]; }
  Check& operator[](uint32_t check) { return checks_[check]; }
  const Check& operator[](uint32_t check) const { return checks_[check]; }
  uint32_t size() const { return static_cast<uint32_t>(checks_.size()); }

  /// Marks every check as proved that is open, unless something is said of it already (a violation that was not
  /// confirmed).
  void proveRest(const std::string& how);
  /// Whether a proof of an open check has to show that executions end.
  bool needTermination() const;
  /// Notes that executions end.
  void executionsEnd();
  /// Whether every check is proved or violated, obstacles included. A limit is also settled if it is reached.
  bool allSettled() const;
  /// The same for checks that are no obstacles.
  bool allDecided() const;
  /// `isSettled`: all executions were looked at; otherwise the verdict is not true, because obstacles may lie ahead.
  Result result(const std::string& openReason, bool isSettled) const;

private:
  void addObstacles(Result& result) const;

  const Program& original_;
  const Flow& flow_;
  const CheckTable table_;
  std::vector<Check> checks_;                                         // those of the table first, by row
  std::map<std::pair<std::string, SourcePosition>, uint32_t> number_; // of obstacles that are not in the table
};

} // namespace assay
