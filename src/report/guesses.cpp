#include "report/guesses.h"

#include "term/traverse.h"

#include <random>

namespace assay {

namespace {

constexpr size_t kMaxConstants = 4096; // of one width

} // namespace

ConstantPool::ConstantPool(const Program& program) {
  TermSet seen;
  const auto add = [&](Term term) {
    if (!term.isValue() || !term.sort().isBitVec()) return;
    const uint32_t width = term.sort().width();
    if (width >= byWidth_.size()) byWidth_.resize(width + 1);
    if (byWidth_[width].size() < kMaxConstants) byWidth_[width].push_back(term.value());
  };
  const auto addAll = [&](Term term) { postOrder(term, [&](Term t) { return seen.insert(t); }, add); };
  for (const Edge& edge : program.edges()) {
    if (edge.guard) addAll(edge.guard);
    for (const Operation& operation : edge.operations) {
      if (const Assign* assign = operation.as<Assign>(); assign && assign->value.sort().isBool()) addAll(assign->value);
    }
  }
}

const BitVector* ConstantPool::any(uint32_t width, uint64_t random) const {
  if (width >= byWidth_.size() || byWidth_[width].empty()) return nullptr;
  return &byWidth_[width][random % byWidth_[width].size()];
}

Inputs guessedInputs(const ConstantPool& pool, uint64_t seed) {
  const auto guess = [&pool, random = std::mt19937_64(seed), earlier = std::vector<BitVector>()](
                         std::optional<BitVector> anything, const Input&, uint32_t width, SourcePosition) mutable {
    BitVector value = *anything;
    const uint64_t draw = random();
    const unsigned kind = draw % 8;
    if (kind < 5) {
      // A narrow type is compared as an int.
      const BitVector* constant = pool.any(width, draw >> 8);
      if (!constant && width < 32) constant = pool.any(32, draw >> 8);
      if (constant) value = constant->width() == width ? *constant : constant->extract(width - 1, 0);
      if (constant && kind == 3) value = value.add(BitVector(width, 1));
      if (constant && kind == 4) value = value.sub(BitVector(width, 1));
    } else if (kind == 5 && !earlier.empty()) {
      const BitVector& old = earlier[(draw >> 8) % earlier.size()];
      if (old.width() == width) value = old;
    }
    earlier.push_back(value);
    return value;
  };
  return withBytes(changed(randomInputs(seed), guess));
}

} // namespace assay
