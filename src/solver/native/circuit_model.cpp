#include "solver/native/circuit_model.h"

namespace assay {

void CircuitModel::define(Term term) {
  for (uint32_t i = 0; i < Blaster::width(term); ++i) cnf_.define(blaster_.bits(term)[i]);
}

Value CircuitModel::modelValue(Term term) {
  const AigLit* bits = blaster_.find(term);
  if (!bits) return Value::zero(term.sort());
  if (term.sort().isBool()) return Value::boolean(cnf_.value(bits[0]));
  uint32_t width = term.sort().width();
  std::vector<uint64_t> words((width + 63) / 64);
  for (uint32_t i = 0; i < width; ++i) words[i / 64] |= static_cast<uint64_t>(cnf_.value(bits[i])) << (i % 64);
  return Value::bitVector(BitVector::fromWords(width, words));
}

} // namespace assay
