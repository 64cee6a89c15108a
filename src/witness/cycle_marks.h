// Where the cycle of a lasso begins and ends, for observers of the execution.
#pragma once

#include "program/lasso.h"

namespace assay {

class CycleMarks {
public:
  enum class At : uint8_t { Elsewhere, Begin, End };
  /// Null: there is no lasso. It must outlive this.
  explicit CycleMarks(const Lasso* lasso) : lasso_(lasso) {}
  /// To be called when an edge is taken from the location, perhaps as the first edge of its function.
  At passes(LocationId location, bool isEntering) {
    if (!lasso_ || location != lasso_->head || (lasso_->isRecursion && !isEntering)) return At::Elsewhere;
    ++visits_;
    return visits_ == lasso_->begins ? At::Begin : visits_ == lasso_->ends ? At::End : At::Elsewhere;
  }

private:
  const Lasso* lasso_;
  uint64_t visits_ = 0;
};

} // namespace assay
