#include "invariants/ranges/ranges.h"

#include "analysis/vocabulary.h"
#include "encode/c_text.h"
#include "encode/numeric.h"
#include "invariants/domains/forward_analysis.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

using Wide = __int128;

bool includes(Progression all, Progression some) { return join(all, some) == all; }

} // namespace

RangesDomain::RangesDomain(const CutRelation& relation) : flow_(relation.flow()), transitions_(relation.transitions()) {
  const Program& program = flow_.program();
  for (uint32_t v = 0; v < program.variables().size(); ++v) {
    const Variable& variable = program.variables()[v];
    const bool isNumber = isNumeric(variable) && variable.sort().isBitVec() && variable.sort().width() > 1;
    const auto isLive = [&](LocationId head) { return flow_.isLive(v, head); };
    if (!isNumber || std::ranges::none_of(flow_.heads(), isLive)) continue;
    byTerm_.insert(variable.term, numbers_.size());
    numbers_.push_back(VariableId(v));
  }
  thresholds_.insert(0);
  Vocabulary vocabulary;
  for (const Transition& transition : transitions_) vocabulary.add(transition.path.guard);
  for (Term constant : vocabulary.constants()) {
    if (constant.sort().width() > 64) continue;
    const int64_t value = constant.value().toInt64();
    thresholds_.insert(value);
    if (value > INT64_MIN) thresholds_.insert(value - 1);
    if (value < INT64_MAX) thresholds_.insert(value + 1);
  }
}

IntegerShape RangesDomain::any(size_t number) const {
  const uint32_t width = flow_.program()[numbers_[number]].sort().width();
  const int64_t high = width >= 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1;
  return {-high - 1, high, Progression::any()};
}

RangesDomain::State RangesDomain::start() const {
  State result{{}, true};
  for (size_t i = 0; i < numbers_.size(); ++i) result.shapes.push_back(any(i));
  return result;
}

bool RangesDomain::contains(const State& state, const State& other) const {
  if (!other.isReached) return true;
  if (!state.isReached) return false;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    const IntegerShape &a = state.shapes[i], &b = other.shapes[i];
    if (b.low < a.low || b.high > a.high || !includes(a.values, b.values)) return false;
  }
  return true;
}

void RangesDomain::join(State& state, const State& other) const {
  if (!other.isReached) return;
  if (!state.isReached) {
    state = other;
    return;
  }
  for (size_t i = 0; i < numbers_.size(); ++i) {
    IntegerShape& a = state.shapes[i];
    const IntegerShape& b = other.shapes[i];
    a = {std::min(a.low, b.low), std::max(a.high, b.high), assay::join(a.values, b.values)};
  }
}

void RangesDomain::meet(State& state, const State& other) const {
  if (!other.isReached) state = bottom();
  for (size_t i = 0; state.isReached && i < numbers_.size(); ++i) {
    IntegerShape& a = state.shapes[i];
    const IntegerShape& b = other.shapes[i];
    a = {std::max(a.low, b.low), std::min(a.high, b.high), includes(a.values, b.values) ? b.values : a.values};
    if (a.low > a.high) state = bottom();
  }
}

void RangesDomain::widen(uint32_t /*head*/, State& state, const State& before) const {
  if (!before.isReached) return;
  for (size_t i = 0; i < numbers_.size(); ++i) {
    IntegerShape& now = state.shapes[i];
    const IntegerShape all = any(i);
    if (now.low < before.shapes[i].low) {
      const auto above = thresholds_.upper_bound(now.low);
      now.low = above == thresholds_.begin() ? all.low : std::max(all.low, *std::prev(above));
    }
    if (now.high > before.shapes[i].high) {
      const auto at = thresholds_.lower_bound(now.high);
      now.high = at == thresholds_.end() ? all.high : std::min(all.high, *at);
    }
  }
}

RangesDomain::State RangesDomain::after(const State& state, size_t transition) const {
  const BlockPath& path = transitions_[transition].path;
  State before = state;
  std::vector<Term> literals;
  splitConjunction(path.guard, literals);
  for (Term literal : literals) {
    assume(before, literal);
    if (!before.isReached) return before;
  }
  IntegerShapes shapes = shapesIn(before);
  State result{{}, true};
  for (size_t i = 0; i < numbers_.size(); ++i) {
    const Term value = path.values.get(numbers_[i].index());
    const bool isKnown = !value.isNull() && flow_.isLive(numbers_[i].index(), path.target);
    result.shapes.push_back(isKnown ? shapes(value) : any(i));
  }
  return result;
}

IntegerShapes RangesDomain::shapesIn(const State& state) const {
  IntegerShapes result;
  for (size_t i = 0; i < numbers_.size(); ++i) result.know(flow_.program()[numbers_[i]].term, state.shapes[i]);
  return result;
}

std::optional<size_t> RangesDomain::numberOf(Term term) const {
  const size_t* const number = byTerm_.find(term);
  return number ? std::optional(*number) : std::nullopt;
}

void RangesDomain::assume(State& state, Term literal) const {
  const bool isNegated = literal.kind() == Kind::Not;
  const Term atom = isNegated ? literal[0] : literal;
  if (atom.isFalse() != isNegated && atom.isValue()) state = bottom();
  if (atom.size() != 2 || !atom[0].sort().isBitVec() || atom[0].sort().width() > 64) return;
  IntegerShapes shapes = shapesIn(state);
  const IntegerShape a = shapes(atom[0]), b = shapes(atom[1]);
  switch (atom.kind()) {
  case Kind::BvUlt:
    // The same as a signed comparison if the greater side is not negative; then neither is the other one.
    if ((isNegated ? a : b).low < 0) return;
    narrow(state, atom[isNegated ? 1 : 0], 0, INT64_MAX);
    [[fallthrough]];
  case Kind::BvSlt:
    return isNegated ? atMost(state, atom[1], atom[0], false) : atMost(state, atom[0], atom[1], true);
  case Kind::Equal:
    if (!isNegated) {
      narrow(state, atom[0], b.low, b.high);
      narrow(state, atom[1], a.low, a.high);
    } else if (b.low == b.high) {
      narrow(state, atom[0], a.low + Wide{a.low == b.low}, a.high - Wide{a.high == b.low});
    } else if (a.low == a.high) {
      narrow(state, atom[1], b.low + Wide{b.low == a.low}, b.high - Wide{b.high == a.low});
    }
    return;
  default:
    return;
  }
}

void RangesDomain::atMost(State& state, Term less, Term greater, bool isStrict) const {
  if (!state.isReached) return;
  IntegerShapes shapes = shapesIn(state);
  const IntegerShape a = shapes(less), b = shapes(greater);
  narrow(state, less, a.low, Wide{b.high} - isStrict);
  narrow(state, greater, Wide{a.low} + isStrict, b.high);
}

/// The term's value lies in the range: what follows for a number, if the term is one, as it is or extended.
void RangesDomain::narrow(State& state, Term term, Wide low, Wide high) const {
  while (term.kind() == Kind::BvSignExtend) term = term[0];
  const std::optional<size_t> number = numberOf(term);
  if (!number || !state.isReached) return;
  IntegerShape& shape = state.shapes[*number];
  low = std::max<Wide>(low, shape.low);
  high = std::min<Wide>(high, shape.high);
  if (low > high)
    state = bottom();
  else
    shape = {static_cast<int64_t>(low), static_cast<int64_t>(high), shape.values};
}

namespace {

/// Says what a state means, as assertions at a head.
class RangeWriter {
public:
  explicit RangeWriter(const Flow& flow)
      : program_(flow.program()), terms_(flow.terms()), isSigned_(signedVariables(program_)) {}

  void write(uint32_t head, VariableId number, const IntegerShape& shape, const IntegerShape& any,
             std::vector<Assertion>& result) const {
    const bool isSigned = isSigned_[number.index()];
    if (!isSigned && shape.low < 0) return;
    if (shape.low > (isSigned ? any.low : 0)) add(head, number, shape.low, false, result);
    if (shape.high < any.high || !isSigned) add(head, number, shape.high, true, result);
  }

private:
  void add(uint32_t head, VariableId number, int64_t bound, bool isUpper, std::vector<Assertion>& result) const {
    const Variable& variable = program_[number];
    const bool isSigned = isSigned_[number.index()];
    const BitVector value = BitVector::fromSigned(variable.sort().width(), bound);
    const Term left = isUpper ? variable.term : terms_.mkBv(value),
               right = isUpper ? terms_.mkBv(value) : variable.term;
    const Term holds = isSigned ? terms_.mkBvSle(left, right) : terms_.mkBvUle(left, right);
    if (holds.isValue()) return;
    // As it is declared, C compares it with a number as it is meant here.
    const std::string text =
        assay::isSigned(variable) == isSigned
            ? userName(variable) + (isUpper ? " <= " : " >= ") + literal(BitVector::fromSigned(64, bound))
            : comparisonText(program_, left, right, isSigned, "<=").value_or("");
    result.push_back({.head = head, .condition = holds, .text = text});
  }

  const Program& program_;
  TermManager& terms_;
  const std::vector<bool> isSigned_; // by variable
};

} // namespace

std::optional<std::vector<Assertion>> ranges(const Flow& flow, const InvariantLimits& limits) {
  if (flow.heads().size() > limits.rangesHeads) return std::nullopt;
  const std::optional<CutRelation> relation =
      CutRelation::of(flow, {.granularity = Granularity::Path, .mostPaths = limits.rangesPaths});
  if (!relation) return std::nullopt;
  std::vector<Passage> passages;
  for (const Transition& transition : relation->transitions())
    passages.push_back({transition.source, transition.target, transition.isBack, passages.size()});
  RangesDomain domain(*relation);
  ForwardAnalysis analysis(flow, passages, domain, {.mostParts = 1, .delay = limits.rangesDelay});
  try {
    analysis.run();
  } catch (const TooExpensive&) {
    return std::nullopt;
  }
  std::vector<Assertion> result;
  const RangeWriter writer(flow);
  const RangesDomain::State all = domain.start();
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    RangesDomain::State state = domain.bottom();
    for (const auto* part : analysis.parts(head)) domain.join(state, part->states);
    for (size_t i = 0; state.isReached && i < domain.numbers().size(); ++i)
      if (flow.isLive(domain.numbers()[i].index(), flow.heads()[head]))
        writer.write(head, domain.numbers()[i], state.shapes[i], all.shapes[i], result);
  }
  return result;
}

std::optional<std::vector<Assertion>> searchRanges(const Search& search) {
  if (search.flow.isIrreducible()) return std::vector<Assertion>();
  const Statistics::Timer timer(search.env.statistics, "ranges");
  std::optional<std::vector<Assertion>> candidates = ranges(search.flow, limitsOf<InvariantLimits>(search.env.options));
  return candidates ? inductive(search, *std::move(candidates)) : std::vector<Assertion>();
}

} // namespace assay
