#include "invariants/polyhedra/polyhedra.h"

#include "encode/c_text.h"
#include "encode/numeric.h"
#include "invariants/block_houdini.h"
#include "invariants/polyhedra/forward_analysis.h"
#include "solver/factory.h"

#include <algorithm>
#include <cstdlib>

namespace assay {

namespace {

/// Constraints as terms and as C, with the same meaning: both sides are sums without negative factors. If ranges say
/// that these fit the variables' own width, they are sums of that width: there a solver sees how a sum changes with one
/// of its variables. Otherwise they are so wide that nothing can wrap around.
class Writer {
public:
  Writer(const Flow& flow, const LinearTerms& linear)
      : program_(flow.program()), terms_(flow.terms()), linear_(linear) {}

  std::optional<Assertion> write(uint32_t head, const LinearClause& clause, const HeadFacts& facts) const {
    Assertion result{head, terms_.mkFalse(), "", Assertion::Why::Blocks};
    bool hasText = true;
    for (const LinearConstraint& constraint : clause) {
      const bool fits = fitsOwnWidth(constraint.form, facts);
      const uint32_t width = fits ? constraint.form.summands[0].first.sort().width() : widthFor(constraint.form);
      if (width > 128) return std::nullopt;
      const bool isSigned = !fits || isSignedForm(constraint.form);
      const Term left = side(constraint.form, false, width), right = side(constraint.form, true, width);
      const Term holds = constraint.isEquality ? terms_.mkEqual(left, right)
                         : isSigned            ? terms_.mkBvSle(left, right)
                                               : terms_.mkBvUle(left, right);
      result.condition = terms_.mkOr(result.condition, holds);
      const char* relation = constraint.isEquality ? "==" : "<=";
      const auto text = constraint.form.summands.size() == 1 ? boundText(constraint)
                        : fits                               ? comparisonText(program_, left, right, isSigned, relation)
                                                             : wideText(constraint, width, relation);
      hasText = hasText && text;
      if (text) result.text += (result.text.empty() ? "" : " || ") + *text;
    }
    if (!hasText) result.text.clear();
    return result;
  }

private:
  bool isSignedForm(const LinearForm& form) const {
    return linear_.isSigned(program_.variableOf(form.summands[0].first));
  }

  /// Whether variables of the same type have ranges in which both sides can be computed in that type.
  bool fitsOwnWidth(const LinearForm& form, const HeadFacts& facts) const {
    const uint32_t width = form.summands[0].first.sort().width();
    if (width != 32 && width != 64) return false;
    const int64_t most = width == 32 ? INT32_MAX : INT64_MAX / 256;
    int64_t low[2] = {}, high[2] = {}; // of the sides; factors and bounds are small
    for (const auto& [term, factor] : form.summands) {
      const HeadFacts::Range* range = facts.ranges.find(term);
      const bool isLike =
          term.sort().width() == width && linear_.isSigned(program_.variableOf(term)) == isSignedForm(form);
      if (!range || !isLike) return false;
      low[factor > 0] += std::abs(factor) * std::min<int64_t>(range->low, 0);
      high[factor > 0] += std::abs(factor) * std::max<int64_t>(range->high, 0);
    }
    high[form.constant > 0] += std::abs(form.constant);
    // Some more steps of the loop fit as well.
    return std::ranges::all_of(low, [&](int64_t value) { return value >= -most / 2; }) &&
           std::ranges::all_of(high, [&](int64_t value) { return value <= most / 2; });
  }

  /// In which neither side, as a signed number, can overflow.
  static uint32_t widthFor(const LinearForm& form) {
    constexpr uint32_t kEnough = 144;
    BitVector most = BitVector::fromSigned(kEnough, std::abs(form.constant));
    for (const auto& [term, factor] : form.summands)
      most = most.add(BitVector::fromSigned(kEnough, std::abs(factor)).shl(term.sort().width()));
    return kEnough - most.countLeadingZeros() + 1;
  }

  // left <= right, where right - left is not negative.
  Term side(const LinearForm& form, bool isRight, uint32_t width) const {
    Term sum = terms_.mkBv(width, 0);
    for (const auto& [term, factor] : form.summands) {
      if ((factor > 0) != isRight) continue;
      const bool isSigned = linear_.isSigned(program_.variableOf(term));
      const Term value = isSigned ? terms_.mkBvSignResize(term, width) : terms_.mkBvZeroResize(term, width);
      const Term times = terms_.mkBv(width, static_cast<uint64_t>(std::abs(factor)));
      sum = terms_.mkBvAdd(sum, terms_.mkBvMul(times, value));
    }
    if ((form.constant > 0) != isRight) return sum;
    return terms_.mkBvAdd(sum, terms_.mkBv(width, static_cast<uint64_t>(std::abs(form.constant))));
  }

  /// "(long long)x + 2 * (long long)y <= (long long)z + 3"
  std::optional<std::string> wideText(const LinearConstraint& constraint, uint32_t width, const char* relation) const {
    const std::string type = width <= 64 ? "(long long)" : "(__int128)";
    std::string sides[2];
    const auto add = [&](int64_t factor, const std::string& text) {
      std::string& side = sides[factor > 0];
      if (!side.empty()) side += " + ";
      side += text;
    };
    for (const auto& [term, factor] : constraint.form.summands) {
      const auto name = nameOf(program_.variableOf(term));
      if (!name) return std::nullopt;
      add(factor, (std::abs(factor) == 1 ? "" : std::to_string(std::abs(factor)) + " * ") + type + *name);
    }
    const int64_t constant = constraint.form.constant;
    if (constant != 0) add(constant, literal(BitVector::fromSigned(64, std::abs(constant))));
    for (std::string& side : sides)
      if (side.empty()) side = "0";
    return sides[0] + " " + relation + " " + sides[1];
  }

  /// "x >= 3"; the factor of a single variable is 1 or -1, but for equalities without a solution.
  std::optional<std::string> boundText(const LinearConstraint& constraint) const {
    const auto& [term, factor] = constraint.form.summands[0];
    const int64_t bound = -factor * constraint.form.constant;
    const auto name = nameOf(program_.variableOf(term));
    if (!name || std::abs(factor) != 1) return std::nullopt;
    const char* relation = constraint.isEquality ? " == " : factor < 0 ? " <= " : " >= ";
    // Compared with an unsigned number, a negative one would be a large one.
    const bool isPlain = linear_.isSigned(program_.variableOf(term)) || bound >= 0;
    return (isPlain ? "" : "(__int128)") + *name + relation + literal(BitVector::fromSigned(64, bound));
  }

  bool isAsDeclared(VariableId v) const { return isSigned(program_[v]) == linear_.isSigned(v); }

  /// With a cast if the variable is not meant as it is declared.
  std::optional<std::string> nameOf(VariableId v) const {
    std::string name = userName(program_[v]);
    if (isAsDeclared(v)) return name;
    const bool wantsSigned = linear_.isSigned(v);
    switch (program_[v].sort().width()) {
    case 8:
      return (wantsSigned ? "(signed char)" : "(unsigned char)") + name;
    case 16:
      return (wantsSigned ? "(short)" : "(unsigned short)") + name;
    case 32:
      return (wantsSigned ? "(int)" : "(unsigned)") + name;
    case 64:
      return (wantsSigned ? "(long long)" : "(unsigned long long)") + name;
    default:
      return std::nullopt;
    }
  }

  const Program& program_;
  TermManager& terms_;
  const LinearTerms& linear_;
};

} // namespace

std::vector<Assertion> polyhedra(const Flow& flow, const LinearTerms& linear, const std::vector<LinearPath>& paths,
                                 const InvariantLimits& limits, const Allowance& allowance) {
  constexpr Work::Duration kUnit{3}; // of weight
  std::vector<Assertion> result;
  const Writer writer(flow, linear);
  std::vector<TermSet> seen(flow.heads().size());
  std::vector<size_t> number(flow.heads().size());
  for (const Pack& pack : packs(flow, paths, limits)) {
    if (allowance.expired()) break;
    uint64_t most = limits.polyhedraWeight;
    if (allowance.work().isLimited()) most = std::min<uint64_t>(most, allowance.work().left() / kUnit);
    const PackFacts facts = analysePack(flow, linear, paths, pack, std::max<uint64_t>(most, 2));
    allowance.work().add(kUnit * facts.weight);
    for (uint32_t head = 0; head < facts.atHeads.size(); ++head)
      for (const LinearClause& clause : facts.atHeads[head].clauses) {
        auto assertion = writer.write(head, clause, facts.atHeads[head]);
        if (!assertion || assertion->condition.isValue() || !seen[head].insert(assertion->condition)) continue;
        if (++number[head] <= limits.polyhedraCandidates) result.push_back(*std::move(assertion));
      }
  }
  return result;
}

// What blocks keep does not depend on k.
std::optional<std::vector<Assertion>> searchPolyhedra(const Search& search) {
  const auto limits = limitsOf<InvariantLimits>(search.env.options);
  const Flow& flow = search.flow;
  if (flow.isIrreducible() || search.k > 0) return std::vector<Assertion>();
  const Statistics::Timer timer(search.env.statistics, "polyhedra");
  const Allowance allowance = search.allowance.part(static_cast<int>(limits.polyhedraPart));
  LinearTerms linear(flow.program());
  const auto paths = linearPaths(flow, linear);
  if (!paths) return std::vector<Assertion>();
  std::vector<Assertion> candidates = polyhedra(flow, linear, paths->paths, limits, allowance);
  if (allowance.expired()) return std::nullopt;
  search.env.statistics.counter("polyhedra proposed") += candidates.size();
  // One that knows no invariants: blocks have nothing in common with the unwinding that these are asserted of.
  const std::unique_ptr<Solver> solver = makeSolver("auto", flow.terms());
  auto kept = keptByTransitions(paths->relation, std::move(candidates), OnUnknown::Drop, *solver, allowance);
  if (kept) search.env.statistics.counter("polyhedra kept") += kept->size();
  return kept;
}

} // namespace assay
