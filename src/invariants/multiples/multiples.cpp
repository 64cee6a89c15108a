#include "invariants/multiples/multiples.h"

#include "encode/c_text.h"
#include "encode/head_vocabulary.h"
#include "invariants/small_runs.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

namespace assay {

namespace {

/// Numbers at a head, as executions have met them.
struct Numbers {
  std::vector<VariableId> written, others;
  std::vector<std::vector<int64_t>> states; // values of those that are written, then of the others
};

constexpr uint32_t kLeastWidth = 8;

/// Of integers that fit.
Numbers numbersOf(const Flow& flow, uint32_t head, size_t most) {
  HeadNumbers numbers = numbersAt(flow, head, kLeastWidth);
  for (auto* list : {&numbers.written, &numbers.others})
    if (list->size() > most) list->resize(most);
  return {std::move(numbers.written), std::move(numbers.others), {}};
}

void add(Numbers& numbers, const Flow& flow, const Interpreter& interpreter) {
  std::vector<int64_t>& state = numbers.states.emplace_back();
  for (const auto* list : {&numbers.written, &numbers.others})
    for (VariableId v : *list) state.push_back(static_cast<int64_t>(numberOf(interpreter, flow, v, 64).toUint64()));
}

class Candidates {
public:
  Candidates(const Flow& flow, uint32_t head, const Numbers& numbers, size_t fewest)
      : flow_(flow), head_(head), numbers_(numbers), fewest_(fewest), terms_(flow.terms()) {}

  std::vector<Assertion> run() {
    for (size_t x = 0; x < numbers_.written.size(); ++x) {
      if (isNegative(x)) continue;
      const size_t before = result_.size();
      byConstant(x);
      for (size_t y = 0; y < numbers_.others.size(); ++y) byVariable(x, numbers_.written.size() + y);
      if (result_.size() > before) add(terms_.mkBvSle(terms_.mkBv(term(x).sort().width(), 0), term(x)));
    }
    return std::move(result_);
  }

private:
  /// Remainders are those of unsigned numbers.
  bool isNegative(size_t i) const {
    return std::ranges::any_of(numbers_.states, [&](const auto& state) { return state[i] < 0; });
  }
  Term term(size_t i) const {
    const size_t number = numbers_.written.size();
    return flow_.program()[i < number ? numbers_.written[i] : numbers_.others[i - number]].term;
  }

  void byConstant(size_t x) {
    constexpr int64_t kLargest = 1'000'000;
    int64_t divisor = 0;
    std::set<int64_t> values;
    for (const auto& state : numbers_.states) {
      divisor = std::gcd(divisor, state[x] - numbers_.states[0][x]);
      values.insert(state[x]);
    }
    divisor >>= divisor == 0 ? 0 : std::countr_zero(static_cast<uint64_t>(divisor));
    if (values.size() < fewest_ || divisor < 3 || divisor > kLargest) return;
    const uint32_t width = term(x).sort().width();
    if (width < 64 && divisor >> (width - 1) != 0) return;
    const auto number = [&](int64_t value) { return terms_.mkBv(width, static_cast<uint64_t>(value)); };
    const int64_t rest = numbers_.states[0][x] % divisor;
    add(terms_.mkEqual(terms_.mkBvUrem(term(x), number(divisor)), number(rest)));
  }

  void byVariable(size_t x, size_t y) {
    if (term(x).sort() != term(y).sort() || isNegative(y)) return;
    std::set<int64_t> divisors;
    for (const auto& state : numbers_.states) {
      if (state[y] == 0) continue;
      if (state[x] % state[y] != 0) return;
      if (state[y] > 1 && state[x] != 0) divisors.insert(state[y]);
    }
    if (divisors.size() < fewest_) return;
    const Term zero = terms_.mkBv(term(y).sort().width(), 0);
    add(terms_.mkOr(terms_.mkEqual(term(y), zero), terms_.mkEqual(terms_.mkBvUrem(term(x), term(y)), zero)));
  }

  void add(Term condition) {
    result_.push_back({head_, condition, clauseText(flow_.program(), condition).value_or("")});
  }

  const Flow& flow_;
  const uint32_t head_;
  const Numbers& numbers_;
  const size_t fewest_; // values or divisors that make a law
  TermManager& terms_;
  std::vector<Assertion> result_;
};

} // namespace

std::optional<std::vector<Assertion>> searchMultiples(const Search& search) {
  const Flow& flow = search.flow;
  const auto limits = limitsOf<InvariantLimits>(search.env.options);
  std::vector<Numbers> numbers;
  for (uint32_t head = 0; head < flow.heads().size(); ++head)
    numbers.push_back(numbersOf(flow, head, limits.multiplesVariables));
  forEachStateBehindBackEdges(flow, limits, search.allowance, [&](uint32_t head, const Interpreter& interpreter) {
    if (numbers[head].states.size() < limits.multiplesStates) add(numbers[head], flow, interpreter);
  });
  std::vector<Assertion> candidates;
  for (uint32_t head = 0; head < flow.heads().size(); ++head)
    if (!numbers[head].states.empty())
      std::ranges::move(Candidates(flow, head, numbers[head], limits.multiplesFewest).run(),
                        std::back_inserter(candidates));
  if (candidates.empty()) return candidates;
  return inductive(search, std::move(candidates));
}

} // namespace assay
