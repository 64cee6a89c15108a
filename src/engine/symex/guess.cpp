#include "engine/symex/guess.h"

#include "term/evaluate.h"

#include <algorithm>
#include <bit>

namespace assay::symex {

namespace {

/// A float's bits after multiplication.
uint64_t scaled(uint64_t bits, uint32_t width, double factor) {
  if (width == 64) return std::bit_cast<uint64_t>(std::bit_cast<double>(bits) * factor);
  const auto value = std::bit_cast<float>(static_cast<uint32_t>(bits));
  return std::bit_cast<uint32_t>(value * static_cast<float>(factor));
}

} // namespace

Guess::Guess(const PathRef& path, const ModelRef& model, Term constraint, const ConstraintInfo& info,
             const SymexLimits& limits)
    : path_(path), model_(model), constraint_(constraint), info_(info), limits_(limits),
      left_(info.hasFloats ? limits.guessFloatValues : limits.guessValues) {
  if (!info.isSmall || info.variables.size() > limits.guessVariables) return;
  for (size_t i = 0; i < info.variables.size() && !result_; ++i) {
    const std::optional<std::vector<const PathNode*>> others = constraintsOn(info.numbers[i]);
    if (others) tryVariable(info.variables[i], *others);
  }
}

std::optional<std::vector<const PathNode*>> Guess::constraintsOn(uint32_t number) {
  std::vector<const PathNode*> result;
  if (!path_) return result;
  for (const PathNode* node = path_->latest(number); node; node = node->previous(number)) {
    if (!node->info.isSmall || result.size() == limits_.guessConstraints) return std::nullopt;
    result.push_back(node);
  }
  return result;
}

/// Constants and their neighbours; then what makes both sides of a comparison equal, or nearly, if the variable is
/// added to or taken from one of them.
std::vector<BitVector> Guess::valuesFor(Term variable) {
  const uint32_t width = variable.sort().isBool() ? 1 : variable.sort().width();
  const BitVector one = BitVector::one(width);
  std::vector<BitVector> values{BitVector::zero(width), one};
  const auto add = [&](const BitVector& value) {
    values.push_back(value);
    values.push_back(value.add(one));
    values.push_back(value.sub(one));
  };
  for (Term constant : info_.constants) add(constant.value().zeroResize(width));
  values.push_back(BitVector::ones(width));
  values.push_back(BitVector::minSigned(width));
  values.push_back(BitVector::maxSigned(width));
  const Term comparison = constraint_.kind() == Kind::Not ? constraint_[0] : constraint_;
  if (variable.sort().isBool() || comparison.size() != 2 || !comparison[0].sort().isBitVec()) return values;
  const BitVector now = model_->valueOf(variable).bits();
  const BitVector left = model_->evaluate(comparison[0]).bits(), right = model_->evaluate(comparison[1]).bits();
  const BitVector missing = right.sub(left).signResize(width);
  add(now.add(missing));
  add(now.sub(missing));
  return values;
}

void Guess::addFloats(uint32_t width, const std::vector<const PathNode*>& others,
                      std::vector<BitVector>& values) const {
  if (width != 32 && width != 64) return;
  const auto add = [&](const ConstraintInfo& info) {
    for (Term constant : info.constants) {
      if (constant.kind() != Kind::FpConst || constant.sort().width() != width) continue;
      const uint64_t bits = constant.value().toUint64();
      for (const double factor : {1.0, -1.0, 0.5, -0.5, 0.75, -0.75, 0.25, -0.25, 0.875, -0.875, 2.0, -2.0}) {
        const BitVector value(width, scaled(bits, width, factor));
        values.push_back(value.sub(BitVector::one(width))); // the next one towards zero
        values.push_back(value);
        values.push_back(value.add(BitVector::one(width)));
      }
    }
  };
  for (const PathNode* node : others) add(node->info);
  add(info_);
}

void Guess::tryVariable(Term variable, const std::vector<const PathNode*>& others) {
  const Sort sort = variable.sort();
  if (!sort.isBool() && !sort.isBitVec()) return;
  Assignment assignment;
  const auto assign = [&](const std::vector<Term>& variables) {
    for (Term other : variables) assignment.set(other, model_->valueOf(other));
  };
  assign(info_.variables);
  for (const PathNode* node : others) assign(node->info.variables);
  std::vector<BitVector> values = valuesFor(variable);
  if (info_.hasFloats && sort.isBitVec()) addFloats(sort.width(), others, values);
  for (const BitVector& bits : values) {
    if (left_ == 0) return;
    --left_;
    const Value value = sort.isBool() ? Value::boolean(!bits.isZero()) : Value::bitVector(bits);
    assignment.set(variable, value);
    Evaluator evaluator(assignment);
    if (!evaluator.evaluateBool(constraint_)) continue;
    const auto first = std::find_if(others.begin(), others.end(), [&](const PathNode* node) {
      ++evaluated_;
      return evaluated_ > limits_.guessEvaluations || !evaluator.evaluateBool(node->constraint);
    });
    if (evaluated_ > limits_.guessEvaluations) return;
    if (first != others.end()) continue;
    result_ = std::make_shared<PathModel>(model_.get());
    result_->set(variable, value);
    return;
  }
}

} // namespace assay::symex
