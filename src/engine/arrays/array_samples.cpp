#include "engine/arrays/array_samples.h"

#include "analysis/vocabulary.h"
#include "term/array_value.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr int64_t kNear = 3; // constants that differ by this are one size, and what is added to it

/// Contents that nobody has written: different small numbers.
ArrayValue arbitraryArray(uint32_t indexWidth, uint32_t width, uint64_t seed) {
  return {indexWidth, ArrayValue::Default([width, seed](const BitVector& index) {
            uint64_t bits = (index.hash() ^ seed) * 0x9e3779b97f4a7c15u;
            bits ^= bits >> 29;
            return Value::bitVector(BitVector::fromSigned(width, static_cast<int64_t>(bits % 23) - 7));
          })};
}

} // namespace

Value ArraySamples::inputOf(Sort sort) {
  if (sort.isBool()) return Value::boolean(random_() % 2 == 0);
  if (sort.isArray() && sort.element().isBitVec() && sort.element().width() <= 64)
    return Value::array(arbitraryArray(sort.index().width(), sort.element().width(), random_()));
  if (!sort.isBitVec() || sort.width() > 64) return Value::zero(sort);
  const uint64_t dice = random_() % 8;
  const uint64_t value = dice < 4 ? size_ : dice < 7 ? random_() % 12 : 0 - random_() % 5;
  return Value::bitVector(BitVector::fromSigned(sort.width(), static_cast<int64_t>(value)));
}

void ArraySamples::setInputs(const std::vector<Term>& inputs, Assignment& values) {
  for (Term input : inputs) values.set(input, inputOf(input.sort()));
}

ArraySamples::ArraySamples(const ArraySystem& system, const ArrayLimits& limits)
    : system_(system), limits_(limits), small_(system.flow().terms()) {
  findSizes();
  findProducts();
  findEnds();
  prepare();
}

Term ArraySamples::smallNumber(uint64_t number, uint32_t width) const {
  TermManager& terms = system_.flow().terms();
  for (const Size& size : sizes_) {
    const int64_t more = static_cast<int64_t>(number) - size.constant.value().toInt64();
    if (std::abs(more) <= kNear)
      return terms.mkBvAdd(terms.mkBvZeroResize(size.variable, width), terms.mkBv(BitVector::fromSigned(width, more)));
  }
  return Term();
}

/// A cell at a constant place that is near a size is at the array's end, in a small array, too.
void ArraySamples::findEnds() {
  TermManager& terms = system_.flow().terms();
  TermSet seen;
  const auto look = [&](Term root) {
    postOrder(
        root, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if ((t.kind() != Kind::Select && t.kind() != Kind::Store) || !t[1].isValue()) return;
          const auto parts = system_.split(t[1]);
          if (!parts) return;
          if (const Term number = smallNumber(parts->second.value().toUint64(), t[1].sort().width()))
            small_.add(t[1], terms.mkBvAdd(parts->first, number));
        });
  };
  for (const ArraySystem::Path& path : system_.paths()) {
    look(path.guard);
    for (VariableId v : system_.flow().liveAt(path.path->target))
      if (const Term value = path.path->values.get(v.index())) look(system_.put(path.source, value));
  }
}

/// Constants that a variable, or one with something added, is compared with. Those that differ by little are one size.
void ArraySamples::findSizes() {
  TermManager& terms = system_.flow().terms();
  Vocabulary guards;
  for (const ArraySystem::Path& path : system_.paths())
    if (path.source != Flow::kNone) guards.add(path.guard);
  std::vector<Term> constants;
  guards.forEachBound([&](Term comparison, uint32_t side) {
    const Term number = comparison[1 - side], constant = comparison[side];
    const uint32_t width = constant.sort().width();
    const bool isNumber = number.isVariable() || (number.kind() == Kind::BvAdd && termSize(number) == 3);
    if (!isNumber || width < 16 || width > 64 || hasArrays(std::span(&number, 1))) return;
    const int64_t value = constant.value().toInt64();
    if (value <= static_cast<int64_t>(limits_.largestSmallSize) ||
        std::ranges::find(constants, constant) != constants.end())
      return;
    constants.push_back(constant);
  });
  std::ranges::sort(constants, {}, [](Term constant) { return constant.value().toInt64(); });
  sizeConstants_ = constants;
  for (Term constant : constants) {
    const uint32_t width = constant.sort().width();
    const auto near = std::ranges::find_if(sizes_, [&](const Size& size) {
      return size.constant.sort() == constant.sort() &&
             constant.value().toInt64() - size.constant.value().toInt64() <= kNear;
    });
    if (near != sizes_.end()) {
      small_.add(constant, terms.mkBvAdd(near->variable, terms.mkBv(constant.value().sub(near->constant.value()))));
    } else {
      const Term variable = terms.mkVariable(
          "arrays!size" + constant.value().toSignedString() + "." + std::to_string(width), constant.sort());
      sizes_.push_back({constant, variable});
      small_.add(constant, variable);
    }
  }
}

/// Numbers of sizes of which the value is the product; nothing: it is none.
std::optional<std::vector<size_t>> ArraySamples::factorsOf(uint64_t value) const {
  constexpr size_t kMostFactors = 3;
  std::vector<std::vector<size_t>> open{{}};
  for (size_t next = 0; next < open.size(); ++next) {
    std::vector<size_t> factors = open[next];
    uint64_t product = 1;
    for (size_t factor : factors) product *= sizes_[factor].constant.value().toUint64();
    if (product == value && !factors.empty()) return factors;
    if (factors.size() == kMostFactors || product > value) continue;
    for (size_t i = factors.empty() ? 0 : factors.back(); i < sizes_.size(); ++i) {
      open.push_back(factors);
      open.back().push_back(i);
    }
  }
  return std::nullopt;
}

/// Where an index has a multiple of a size in it, the array has rows: then all multiples of sizes become small.
void ArraySamples::findProducts() {
  constexpr uint64_t kLargestScale = 8; // bytes of an element
  TermManager& terms = system_.flow().terms();
  std::vector<Term> constants;
  TermSet seen;
  const auto isLarge = [&](Term t) {
    return t.kind() == Kind::BvConst && t.sort().width() >= 16 && t.sort().width() <= 64 &&
           t.value().toInt64() > static_cast<int64_t>(limits_.largestSmallSize);
  };
  const auto replaced = [&](Term constant) {
    for (uint64_t scale = 1; scale <= kLargestScale; scale *= 2) {
      const uint64_t value = constant.value().toUint64();
      const auto factors = value % scale == 0 ? factorsOf(value / scale) : std::nullopt;
      if (!factors) continue;
      const uint32_t width = constant.sort().width();
      Term product = terms.mkBv(width, 1);
      for (size_t factor : *factors)
        product = terms.mkBvMul(product, terms.mkBvZeroResize(sizes_[factor].variable, width));
      return std::pair(product, scale);
    }
    return std::pair(Term(), uint64_t{0});
  };
  const auto look = [&](Term root) {
    postOrder(
        root, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (isLarge(t)) constants.push_back(t);
          if (t.kind() == Kind::BvMul)
            for (uint32_t side : {0u, 1u}) hasRows_ |= isLarge(t[side]) && replaced(t[side]).first;
        });
  };
  for (const ArraySystem::Path& path : system_.paths()) {
    look(path.guard);
    for (VariableId v : system_.flow().liveAt(path.path->target))
      if (const Term value = path.path->values.get(v.index())) look(value);
  }
  if (!hasRows_) return;
  // Indices have fewer bits than numbers.
  for (size_t i = 0, count = constants.size(); i < count; ++i)
    for (const CellArray& cells : system_.arrays()) {
      const Term index = terms.mkBvSignResize(constants[i], cells.indexWidth());
      if (isLarge(index) && seen.insert(index)) constants.push_back(index);
    }
  for (Term constant : constants)
    if (const auto [product, scale] = replaced(constant); product) {
      const uint32_t width = constant.sort().width();
      small_.add(constant, terms.mkBvMul(product, terms.mkBv(width, scale)));
      const Term unscaled = terms.mkBv(width, constant.value().toUint64() / scale);
      if (factorsOf(unscaled.value().toUint64())->size() > 1) products_.push_back({unscaled, product});
    }
}

void ArraySamples::prepare() {
  const CutRelation& relation = system_.relation();
  const Flow& flow = system_.flow();
  states_.resize(flow.heads().size());
  for (uint32_t cut = 0; cut < relation.numCuts(); ++cut) {
    TermSet seen;
    std::vector<Term>& inputs = inputs_.emplace_back();
    std::vector<Exit>& exits = exits_.emplace_back();
    const auto add = [&](Term root) {
      postOrder(
          root, [&](Term t) { return seen.insert(t); },
          [&](Term t) {
            if (t.isVariable() && !system_.program().variableOf(t).valid() && !t.symbol().starts_with("arrays!size"))
              inputs.push_back(t);
          });
    };
    for (const BlockPath& path : relation.block(cut).exits) {
      Exit& exit = exits.emplace_back(flow.headNumber(path.target), small(system_.put(cut, path.guard)));
      add(exit.guard);
      for (VariableId v : flow.liveAt(path.target))
        if (const Term value = path.values.get(v.index())) {
          exit.values.emplace_back(system_.program()[v].term, small(system_.put(cut, value)));
          add(exit.values.back().second);
        }
    }
  }
}

void ArraySamples::run(const Allowance& allowance) {
  for (uint32_t run = 0; run < limits_.cellSampleRuns && !allowance.expired(); ++run) {
    size_ = run < 2 * limits_.cellSampleSize ? 1 + run % limits_.cellSampleSize : random_() % limits_.cellSampleSize;
    runOnce(allowance);
  }
}

void ArraySamples::runOnce(const Allowance& allowance) {
  uint32_t cut = system_.relation().start();
  Assignment values;
  std::vector<std::pair<Term, Value>> sizes;
  for (const Size& size : sizes_) {
    const uint64_t value = std::max<uint64_t>(size_, 1) + (sizes.empty() ? 0 : sizes.size() + random_() % 3);
    sizes.emplace_back(size.variable, Value::bitVector(BitVector(size.variable.sort().width(), value)));
  }
  for (uint32_t step = 0; step < limits_.cellSampleSteps && !allowance.expired(); ++step) {
    setInputs(inputs_[cut], values);
    for (const auto& [variable, value] : sizes) values.set(variable, value);
    Evaluator evaluator(values);
    const auto taken =
        std::ranges::find_if(exits_[cut], [&](const Exit& exit) { return evaluator.evaluateBool(exit.guard); });
    if (taken == exits_[cut].end()) return;
    Assignment next;
    for (const auto& [variable, value] : taken->values) next.set(variable, evaluator.evaluate(value));
    for (const auto& [variable, value] : sizes) next.set(variable, value);
    values = std::move(next);
    cut = taken->head;
    if (states_[cut].size() < limits_.cellSampleStates) states_[cut].push_back(values);
  }
}

} // namespace assay
