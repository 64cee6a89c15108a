// Terms as circuits of the SAT solver: their values in its model, and lemmas about them.
#pragma once

#include "solver/arrays/array_terms.h"
#include "solver/native/blast_terms.h"
#include "solver/native/cnf.h"

namespace assay {

class CircuitModel final : public ArrayHost {
public:
  CircuitModel(Blaster& blaster, Cnf& cnf) : blaster_(blaster), cnf_(cnf) {}

  void define(Term term) override;
  /// The value of a variable without floats and arrays, or of a defined term.
  Value modelValue(Term term) override;
  void addLemma(Term lemma) override { cnf_.require(blaster_.literal(lemma)); }

private:
  Blaster& blaster_;
  Cnf& cnf_;
};

} // namespace assay
