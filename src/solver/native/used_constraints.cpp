#include "solver/native/used_constraints.h"

#include <algorithm>
#include <iterator>

namespace assay {

void UsedConstraints::require() {
  for (Blaster::Constraint& constraint : blaster_.takeConstraints()) dormant_.push_back(std::move(constraint));
  auto isUsed = [&](AigLit bit) { return cnf_.isUsed(bit); };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < dormant_.size(); ++i) {
      if (std::ranges::none_of(dormant_[i].bits, isUsed)) continue;
      cnf_.require(dormant_[i].holds);
      active_.push_back(std::move(dormant_[i]));
      dormant_[i] = std::move(dormant_.back());
      dormant_.pop_back();
      changed = true;
      --i;
    }
  }
}

void UsedConstraints::reset() {
  std::ranges::move(active_, std::back_inserter(dormant_));
  active_.clear();
}

} // namespace assay
