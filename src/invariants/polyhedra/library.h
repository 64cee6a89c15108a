// PPL, as it is used here: no change of rounding modes, and limits on what an operation may cost. Only files of this
// folder see it.
#pragma once

#include "invariants/domains/domain.h"

#include <cstdint>

// PPL would change the processor's rounding mode when the program begins.
#define PPL_NO_AUTOMATIC_INITIALIZATION
#include <ppl.hh>

namespace assay {

namespace PPL = Parma_Polyhedra_Library;

/// PPL is ready for use as long as this lives. Polyhedra need no rounding mode, and the rest of the program has its
/// own.
struct Library {
  Library() {
    PPL::initialize();
    PPL::restore_pre_PPL_rounding();
  }
  ~Library() {
    PPL::set_rounding_for_PPL();
    PPL::finalize();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
};

class Abandon final : public PPL::Throwable {
public:
  int priority() const { return 0; }
  void throw_me() const override { throw TooExpensive(); }
};

/// Ends operations by a TooExpensive once PPL has counted so much.
class WeightLimit {
public:
  explicit WeightLimit(uint64_t most)
      : begin_(PPL::Weightwatch_Traits::get()), watch_(most, PPL::abandon_expensive_computations, abandon_) {}
  ~WeightLimit() { PPL::abandon_expensive_computations = nullptr; }
  WeightLimit(const WeightLimit&) = delete;
  WeightLimit& operator=(const WeightLimit&) = delete;
  uint64_t weight() const { return PPL::Weightwatch_Traits::get() - begin_; }

private:
  const uint64_t begin_;
  const Abandon abandon_;
  PPL::Threshold_Watcher<PPL::Weightwatch_Traits> watch_;
};

} // namespace assay
