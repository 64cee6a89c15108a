#include "report/guesses.h"

#include "analysis/vocabulary.h"

#include <random>
#include <ranges>

namespace assay {

namespace {

constexpr size_t kMaxConstants = 4096; // of one width

} // namespace

ConstantPool::ConstantPool(const Program& program) {
  Vocabulary words;
  for (const Edge& edge : program.edges()) {
    if (edge.guard) words.add(edge.guard);
    for (const Operation& operation : edge.operations)
      if (const Assign* assign = operation.as<Assign>(); assign && assign->value.sort().isBool())
        words.add(assign->value);
  }
  for (const auto& [width, constants] : words.constantsByWidth()) {
    byWidth_.resize(width + 1);
    for (Term constant : constants | std::views::take(kMaxConstants)) byWidth_[width].push_back(constant.value());
  }
}

const BitVector* ConstantPool::any(uint32_t width, uint64_t random) const {
  if (width >= byWidth_.size() || byWidth_[width].empty()) return nullptr;
  return &byWidth_[width][random % byWidth_[width].size()];
}

Inputs guessedInputs(const ConstantPool& pool, uint64_t seed) {
  const auto guess = [&pool, random = std::mt19937_64(seed), earlier = std::vector<BitVector>()](
                         std::optional<BitVector> anything, const Input&, uint32_t width, SourcePosition) mutable {
    if (!anything) return anything;
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
    return std::optional(value);
  };
  return withBytes(changed(randomInputs(seed), guess));
}

} // namespace assay
