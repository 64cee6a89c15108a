#include "engine/arrays/bound_guesses.h"

#include "analysis/vocabulary.h"
#include "encode/head_vocabulary.h"
#include "encode/numeric.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

class BoundGuesses {
public:
  BoundGuesses(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws, const ArrayLimits& limits)
      : system_(system), samples_(samples), laws_(laws), limits_(limits), flow_(system.flow()), terms_(flow_.terms()) {
    findWords();
  }

  std::vector<Assertion> find() {
    for (head_ = 0; head_ < flow_.heads().size(); ++head_) {
      if (samples_.at(head_).empty()) continue;
      known_ = TermSet();
      const std::vector<VariableId> numbers = numbersHere();
      for (Term condition : compared_)
        if (condition.size() > 0 && isLiveAt(flow_, head_, condition)) addCompared(condition, numbers);
      for (VariableId v : numbers) addNumber(v, numbers);
    }
    return std::move(result_);
  }

private:
  void findWords() {
    Vocabulary guards;
    for (const ArraySystem::Path& path : system_.paths()) guards.add(path.guard);
    guards.forEachBound([&](Term comparison, uint32_t side) {
      const Term constant = comparison[side];
      if (termSize(comparison) <= 5 && constant.sort().width() >= 16 && !constant.value().isZero() &&
          std::ranges::find(constants_, constant) == constants_.end())
        constants_.push_back(constant);
    });
    for (const CellArray& cells : system_.arrays())
      if (cells.width() > 8) sizes_.insert(cells.width() / 8);
    constexpr size_t kMostWords = 16;
    for (Term comparison : guards.comparisons()) {
      if (comparison.kind() == Kind::Equal || hasArrays(std::span(&comparison, 1)) || termSize(comparison) > kMostWords)
        continue;
      const bool isSigned = comparison.kind() == Kind::BvSlt;
      const Term a = comparison[0], b = comparison[1];
      for (const auto& [left, right] : {std::pair(a, b), std::pair(b, a)}) {
        compared_.push_back(isSigned ? terms_.mkBvSlt(left, right) : terms_.mkBvUlt(left, right));
        compared_.push_back(isSigned ? terms_.mkBvSle(left, right) : terms_.mkBvUle(left, right));
      }
    }
  }

  bool add(Term condition) {
    if (condition.isTrue() || known_.contains(condition)) return true;
    const Term asThere = samples_.small(condition);
    for (const Assignment& state : samples_.at(head_))
      if (!Evaluator(state).evaluateBool(asThere)) return false;
    known_.insert(condition);
    result_.push_back(
        {.head = head_, .condition = condition, .why = Assertion::Why::Blocks, .where = Assertion::Where::Head});
    return true;
  }

  /// Those that count first.
  std::vector<VariableId> numbersHere() const {
    std::vector<VariableId> result = laws_.numbersAt(head_);
    for (VariableId v : flow_.liveAt(flow_.heads()[head_])) {
      if (result.size() < limits_.boundNumbers && system_.isNumber(v) && system_.program()[v].sort().width() >= 8 &&
          !system_.isFixed(head_, v) && std::ranges::find(result, v) == result.end())
        result.push_back(v);
    }
    return result;
  }

  /// What the program asks, of this number or of another one.
  void addCompared(Term condition, const std::vector<VariableId>& numbers) {
    add(condition);
    const std::vector<Term> variables = freeVariables(condition);
    if (variables.size() != 2) return;
    for (VariableId v : numbers)
      for (VariableId w : numbers) {
        const Term from = system_.program()[v].term, to = system_.program()[w].term;
        if (v != w && from.sort() == to.sort() && std::ranges::find(variables, from) != variables.end() &&
            std::ranges::find(variables, to) == variables.end())
          add(Substitution(terms_, {{from, to}}).apply(condition));
      }
  }

  void addNumber(VariableId v, const std::vector<VariableId>& numbers) {
    const Term number = system_.numberOf(v);
    const uint32_t width = number.sort().width();
    for (const uint64_t bound : {0u, 1u}) {
      add(terms_.mkBvSle(terms_.mkBv(width, bound), number));
      if (!system_.hasSign(v)) add(terms_.mkBvUle(terms_.mkBv(width, bound), number));
    }
    const auto compare = [&](Term other, uint32_t otherWidth, const auto& otherAs) {
      const uint32_t most = std::max(width, otherWidth);
      const Term left = system_.extended(v, most), right = otherAs(most);
      if (!add(terms_.mkBvSle(left, right))) add(terms_.mkBvSle(left, terms_.mkBvAdd(right, terms_.mkBv(most, 1))));
      add(terms_.mkBvSlt(left, right));
      // How many bytes an object has.
      if (other.sort().width() > width)
        for (uint32_t bytes : sizes_) add(terms_.mkBvSle(terms_.mkBvMul(left, terms_.mkBv(most, bytes)), right));
    };
    for (VariableId w : numbers)
      if (v != w) {
        const Term other = system_.program()[w].term;
        compare(other, other.sort().width(), [&](uint32_t most) { return system_.extended(w, most); });
        if (system_.hasSign(v) || system_.hasSign(w)) continue;
        const uint32_t most = std::max(width, other.sort().width());
        add(terms_.mkBvUle(system_.extended(v, most), system_.extended(w, most)));
        add(terms_.mkBvUlt(system_.extended(v, most), system_.extended(w, most)));
      }
    for (Term other : constants_)
      compare(other, other.sort().width(), [&](uint32_t most) { return terms_.mkBvSignResize(other, most); });
    if (system_.isMovingPointer(v)) addDistances(v, numbers);
  }

  /// A pointer stays in its object's window, and at the start of an element; and how far it is from another one that moves, too, mostly elsewhere.
  void addDistances(VariableId v, const std::vector<VariableId>& numbers) {
    const uint32_t window = system_.program().layout().offsetBits, width = system_.numberOf(v).sort().width();
    const Term half = terms_.mkBvShl(terms_.mkBv(width, 1), terms_.mkBv(width, window - 1));
    for (uint32_t bytes : sizes_)
      add(terms_.mkEqual(terms_.mkBvAnd(system_.numberOf(v), terms_.mkBv(width, bytes - 1)), terms_.mkBv(width, 0)));
    add(terms_.mkBvSlt(system_.numberOf(v), half));
    add(terms_.mkBvSle(system_.numberOf(v), half));
    for (VariableId w : numbers) {
      if (v == w || !system_.isMovingPointer(w)) continue;
      const Term distance = terms_.mkBvSub(system_.numberOf(v), system_.numberOf(w));
      for (VariableId x : numbers) {
        if (system_.isMovingPointer(x) || system_.program()[x].sort().width() > distance.sort().width()) continue;
        const Term other = system_.extended(x, distance.sort().width());
        add(terms_.mkBvSle(distance, other));
        add(terms_.mkBvSlt(distance, other));
      }
    }
  }

  const ArraySystem& system_;
  const ArraySamples& samples_;
  const CellLaws& laws_;
  const ArrayLimits& limits_;
  const Flow& flow_;
  TermManager& terms_;
  std::vector<Term> constants_; // that a variable, or one with something added, is compared with
  std::vector<Term> compared_;  // what the program compares, in both directions
  std::set<uint32_t> sizes_;    // of elements
  uint32_t head_ = 0;
  TermSet known_;
  std::vector<Assertion> result_;
};

} // namespace

std::vector<Assertion> guessBounds(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws,
                                   const ArrayLimits& limits) {
  return BoundGuesses(system, samples, laws, limits).find();
}

} // namespace assay
