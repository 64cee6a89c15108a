#include "solver/solver.h"

#include <algorithm>

namespace assay {

// Deletion: leave one assumption out at a time. If the rest is still unsat, its (often smaller) core is what goes on.
// An unknown keeps the assumption, so the result is a core in any case.
std::vector<Term> Solver::minimisedCore() {
  std::vector<Term> core = this->core(), needed;
  bool unsat = true;
  while (!core.empty()) {
    Term candidate = core.back();
    core.pop_back();
    std::vector<Term> rest = core;
    rest.insert(rest.end(), needed.begin(), needed.end());
    unsat = check(rest).isUnsat();
    if (unsat) {
      std::vector<Term> smaller = this->core();
      auto isOut = [&](Term t) { return std::ranges::find(smaller, t) == smaller.end(); };
      std::erase_if(core, isOut);
    } else {
      needed.push_back(candidate);
    }
  }
  if (!unsat) check(needed); // ends in the state in which it began
  return needed;
}

} // namespace assay
