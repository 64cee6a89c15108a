// Constraints that come with circuits (of a quotient, say) matter only once a bit of theirs is used.
#pragma once

#include "solver/native/blast_terms.h"
#include "solver/native/cnf.h"

#include <vector>

namespace assay {

class UsedConstraints {
public:
  UsedConstraints(Blaster& blaster, Cnf& cnf) : blaster_(blaster), cnf_(cnf) {}

  /// Makes clauses of the constraints that have come to be used.
  void require();
  /// To be called when the SAT solver has lost all clauses.
  void reset();

private:
  Blaster& blaster_;
  Cnf& cnf_;
  std::vector<Blaster::Constraint> dormant_; // no bit of theirs is used yet
  std::vector<Blaster::Constraint> active_;  // required
};

} // namespace assay
