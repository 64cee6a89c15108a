#include "invariants/polynomials/polynomials.h"

#include "analysis/modular.h"
#include "analysis/vocabulary.h"
#include "encode/c_text.h"
#include "encode/cut_relation.h"
#include "encode/head_vocabulary.h"
#include "encode/ring_reduction.h"
#include "invariants/equations/equation.h"
#include "invariants/limits.h"
#include "program/sampling/sampler.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <bit>
#include <map>
#include <ranges>

namespace assay {

namespace {

constexpr uint32_t kLeastWidth = 8;

/// Variables of one width at one head.
struct Group {
  uint32_t head;
  uint32_t width;
  std::vector<VariableId> variables; // those that the loop writes first
  size_t numWritten;
  std::vector<std::vector<uint64_t>> points = {}; // their values, in states at the head
  struct Equation {
    Term condition;
    std::string text;
    Term difference; // of its sides
  };
  std::vector<Equation> equations = {};
};

/// Whether products of variables occur at all.
bool multiplies(const Program& program) {
  std::vector<Term> all;
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    all.push_back(edge.guard);
    for (const Operation& operation : edge.operations) std::ranges::copy(operation.terms(), std::back_inserter(all));
  }
  return hasProducts(all);
}

/// An odd multiple of the equation, with multiples of congruences added, whose coefficients are small.
AffineRelations::Equation simplest(const AffineRelations::Equation& equation,
                                   const std::vector<AffineRelations::Equation>& congruences, uint32_t width) {
  constexpr uint64_t kMostFactor = 63;
  AffineRelations::Equation best;
  double least = 0;
  for (uint64_t factor = 1; factor <= kMostFactor; factor += 2) {
    AffineRelations::Equation candidate = equation;
    for (uint64_t& coefficient : candidate) coefficient = modulo(coefficient * factor, width);
    for (const AffineRelations::Equation& congruence : congruences) {
      // Its leading coefficient is a power of two, in its last column.
      size_t lead = congruence.size() - 1;
      while (lead > 0 && congruence[lead] == 0) --lead;
      const uint32_t twos = static_cast<uint32_t>(std::countr_zero(congruence[lead]));
      if (congruence[lead] == 0 || twos == 0 || !std::has_single_bit(congruence[lead])) continue;
      const uint64_t times = modulo(candidate[lead] + (uint64_t{1} << (twos - 1)), width) >> twos;
      for (size_t i = 0; i < candidate.size(); ++i) candidate[i] = modulo(candidate[i] - times * congruence[i], width);
    }
    double size = 0;
    for (uint64_t coefficient : candidate)
      size += static_cast<double>(std::min(coefficient, modulo(0 - coefficient, width)));
    if (!best.empty() && size >= least) continue;
    best = std::move(candidate);
    least = size;
  }
  return best;
}

/// Products of at most `degree` variables, by increasing degree.
Monomials productsOf(const std::vector<VariableId>& variables, uint32_t degree) {
  Monomials result;
  std::vector<std::pair<std::vector<VariableId>, size_t>> last{{{}, 0}}; // with the first variable to multiply by
  for (uint32_t d = 1; d <= degree; ++d) {
    std::vector<std::pair<std::vector<VariableId>, size_t>> next;
    for (const auto& [factors, first] : last)
      for (size_t i = first; i < variables.size(); ++i) {
        auto& [product, from] = next.emplace_back(factors, i);
        product.push_back(variables[i]);
      }
    for (const auto& [factors, first] : next) result.push_back(factors);
    last = std::move(next);
  }
  return result;
}

class PolynomialSearch {
public:
  explicit PolynomialSearch(const Search& search)
      : search_(search), limits_(limitsOf<InvariantLimits>(search.env.options)), flow_(search.flow),
        program_(flow_.program()), terms_(flow_.terms()) {
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) addGroups(head);
  }

  std::optional<std::vector<Assertion>> run() {
    std::vector<Assertion> result;
    if (groups_.empty() || !findPaths()) return result;
    if (!execute()) return std::nullopt;
    for (Group& group : groups_) {
      makeEquations(group);
      dropMultiples(group);
    }
    while (dropOne())
      if (search_.allowance.expired()) return std::nullopt;
    for (const Group& group : groups_) {
      for (const Group::Equation& equation : group.equations)
        result.push_back({group.head, equation.condition, equation.text, Assertion::Why::Blocks});
    }
    if (result.empty()) return result;
    std::vector<Assertion> implied;
    addConditions(implied);
    if (!addExits(result, implied)) return std::nullopt;
    std::ranges::move(implied, std::back_inserter(result));
    return result;
  }

private:
  // What the loop writes, then what does not change in it but stands in it.
  void addGroups(uint32_t head) {
    TermSet mentioned;
    for (EdgeId edge : flow_.edgesOfLoop(head)) {
      for (Term variable : freeVariables(program_[edge].guard)) mentioned.insert(variable);
      for (const Operation& operation : program_[edge].operations)
        for (Term term : operation.terms())
          for (Term variable : freeVariables(term)) mentioned.insert(variable);
    }
    const HeadNumbers numbers = numbersAt(flow_, head, kLeastWidth);
    std::map<uint32_t, std::vector<VariableId>> written, others;
    for (VariableId v : numbers.written) written[program_[v].sort().width()].push_back(v);
    for (VariableId v : numbers.others)
      if (mentioned.contains(program_[v].term)) others[program_[v].sort().width()].push_back(v);
    for (auto& [width, variables] : written) {
      const size_t numWritten = variables.size();
      for (VariableId v : others[width])
        if (variables.size() < limits_.polynomialVariables) variables.push_back(v);
      if (numWritten <= limits_.polynomialVariables) groups_.push_back({head, width, variables, numWritten});
    }
  }

  bool findPaths() {
    const uint32_t most = limits_.polynomialPaths;
    relation_ = CutRelation::of(flow_, {.granularity = Granularity::Decided, .mostPaths = most, .mostChoices = most});
    return relation_.has_value();
  }

  void addPoints(const SampledState& state, uint64_t run) {
    for (Group& group : groups_) {
      if (flow_.heads()[group.head] != state.location || isEnough(group)) continue;
      // Not too many of one execution: what does not change in it would look like a constant.
      const uint64_t numBefore = state.visit - 1;
      if (numBefore >= 3 && numBefore % 5 != run % 5) continue;
      std::vector<uint64_t>& point = group.points.emplace_back();
      for (VariableId v : group.variables) point.push_back(state.now.value(v).toUint64());
    }
  }

  bool isEnough(const Group& group) const { return group.points.size() >= 4 * limits_.polynomialMonomials; }

  bool execute() {
    Sampler sampler(program_, {.inputs = smallInputs,
                               .runs = limits_.polynomialRuns,
                               .limits = {.maxSteps = limits_.polynomialSteps, .maxBytes = 1 << 24}});
    sampler.watch([&](LocationId location, EdgeId) { return flow_.headNumber(location) != Flow::kNone; },
                  [&](const SampledState& state) { addPoints(state, sampler.number()); });
    for (uint64_t run = 0; run < limits_.polynomialRuns; ++run) {
      if (search_.allowance.expired()) return false;
      if (run >= limits_.polynomialFewestRuns &&
          std::ranges::all_of(groups_, [&](const Group& group) { return isEnough(group); }))
        break;
      sampler.next();
    }
    return true;
  }

  // Few variables and low degrees first: numbers modulo 2^w have many laws, and those that are simple are in front.
  void makeEquations(Group& group) const {
    for (size_t numVariables : {group.numWritten, group.variables.size()}) {
      const std::vector<VariableId> some(group.variables.begin(),
                                         group.variables.begin() + static_cast<ptrdiff_t>(numVariables));
      for (uint32_t degree = 2; degree <= 4; ++degree) {
        const Monomials monomials = productsOf(some, degree);
        if (monomials.size() <= limits_.polynomialMonomials) makeEquations(group, monomials);
      }
      if (group.numWritten == group.variables.size()) break;
    }
  }

  AffineRelations relationsOf(const Group& group, const Monomials& monomials) const {
    AffineRelations relations(group.width, monomials.size());
    for (const std::vector<uint64_t>& values : group.points) {
      std::vector<uint64_t> point;
      for (const auto& factors : monomials) {
        uint64_t product = 1;
        for (VariableId v : factors)
          product *= values[static_cast<size_t>(std::ranges::find(group.variables, v) - group.variables.begin())];
        point.push_back(modulo(product, group.width));
      }
      relations.add(point);
    }
    return relations;
  }

  // Those of which only few low bits would count are no laws of the loop; they help to write the others simply.
  void makeEquations(Group& group, const Monomials& monomials) const {
    constexpr uint32_t kMaxTwos = 4;
    if (group.points.empty()) return;
    std::vector<AffineRelations::Equation> laws, congruences;
    for (AffineRelations::Equation& equation : relationsOf(group, monomials).complete()) {
      const bool isLaw = significantBits(equation, group.width) + kMaxTwos >= group.width;
      (isLaw ? laws : congruences).push_back(std::move(equation));
    }
    for (const AffineRelations::Equation& law : std::views::reverse(laws)) {
      const AffineRelations::Equation equation = simplest(law, congruences, group.width);
      // At the width of the variables: an equation of fewer bits is one of all, times a power of two.
      Term sum = terms_.mkBv(group.width, equation[0]);
      for (size_t i = 1; i < equation.size(); ++i) {
        if (equation[i] == 0) continue;
        Term product = terms_.mkBv(group.width, equation[i]);
        for (VariableId v : monomials[i - 1]) product = terms_.mkBvMul(product, program_[v].term);
        sum = terms_.mkBvAdd(sum, product);
      }
      group.equations.push_back({equationTerm(program_, monomials, equation, group.width),
                                 equationText(program_, monomials, equation, group.width), sum});
    }
  }

  /// Of the equations, those that follow from ones before.
  void dropMultiples(Group& group) {
    RingReduction reduction(forms_, terms_, group.width);
    std::erase_if(group.equations, [&](const Group::Equation& equation) {
      if (reduction.isZero(equation.difference)) return true;
      reduction.addDivisor(equation.difference);
      return false;
    });
  }

  /// The equations at a cut point.
  RingReduction reductionAt(size_t cut, uint32_t width) {
    RingReduction reduction(forms_, terms_, width);
    for (const Group& group : groups_)
      if (group.head == cut && group.width == width)
        for (const Group::Equation& equation : group.equations) reduction.addDivisor(equation.difference);
    return reduction;
  }

  void addEqualities(Term guard, RingReduction& reduction, uint32_t width) {
    std::vector<Term> parts;
    splitConjunction(guard, parts);
    for (Term part : parts)
      if (part.kind() == Kind::Equal && part[0].sort() == terms_.bvSort(width))
        reduction.addDivisor(terms_.mkBvSub(part[0], part[1]));
  }

  /// Drops equations that a block does not keep. False: there is none.
  bool dropOne() {
    for (uint32_t cut = 0; cut < relation_->numCuts(); ++cut)
      for (const BlockPath& path : relation_->block(cut).exits)
        for (Group& group : groups_) {
          if (group.head != flow_.headNumber(path.target)) continue;
          RingReduction reduction = reductionAt(cut, group.width);
          addEqualities(path.guard, reduction, group.width);
          const size_t dropped = std::erase_if(group.equations, [&](const Group::Equation& equation) {
            return !reduction.isZero(path.at(program_, equation.difference));
          });
          if (dropped > 0) return true;
        }
    return false;
  }

  // Equations that the program asks for and that follow from those that were found: in its own words, so that nobody
  // has to find out that they are the same.
  void addConditions(std::vector<Assertion>& result) {
    size_t number = 0;
    const Vocabulary guards = guardsOf(program_);
    for (Term t : guards.comparisons()) {
      if (t.kind() != Kind::Equal || number >= limits_.polynomialConditions) continue;
      for (const Group& group : groups_)
        if (follows(group, t)) {
          const auto text = comparisonText(program_, t[0], t[1], false, "==");
          result.push_back({group.head, t, text.value_or(""), Assertion::Why::Implied});
          ++number;
        }
    }
  }

  // A check behind the loop: the loop ends as soon as two numbers are equal, though its guard may ask for less. That
  // they are is shown by induction; then the check is one more equation that follows.
  bool addExits(std::vector<Assertion>& result, std::vector<Assertion>& implied) {
    size_t number = 0;
    for (const Group& group : groups_)
      for (const Ending& ending : relation_->block(group.head).endings) {
        if (!ending.isError || group.equations.empty() || ++number > limits_.polynomialExits) continue;
        if (!isLiveAt(flow_, group.head, ending.guard)) continue;
        std::vector<Term> parts, linear;
        splitConjunction(ending.guard, parts);
        for (Term part : parts)
          if (!hasProducts(std::span(&part, 1))) linear.push_back(part);
        for (Term part : parts) {
          const bool isEquation = part.kind() == Kind::Not && part[0].kind() == Kind::Equal &&
                                  part[0][0].sort() == terms_.bvSort(group.width);
          if (!isEquation || !hasProducts(std::span(&part, 1))) continue;
          const auto equal = equalAtExit(group, linear, part[0]);
          if (!equal) return false;
          if (equal->isNull()) continue;
          const Term otherwise = terms_.mkNot(terms_.mkAnd(linear));
          result.push_back({group.head, terms_.mkOr(otherwise, *equal), ""});
          implied.push_back({group.head, terms_.mkOr(otherwise, part[0]), "", Assertion::Why::Implied});
        }
      }
    return true;
  }

  /// An equality of numbers that are compared where the loop ends, and with which the equation follows; null: there is
  /// none.
  std::optional<Term> equalAtExit(const Group& group, const std::vector<Term>& linear, Term equation) {
    const Term wanted = terms_.mkBvSub(equation[0], equation[1]);
    for (Term part : linear) {
      const Term comparison = part.kind() == Kind::Not ? part[0] : part;
      if ((comparison.kind() != Kind::BvUlt && comparison.kind() != Kind::BvSlt) ||
          comparison[0].sort() != terms_.bvSort(group.width))
        continue;
      const uint32_t variable = comparison[0].isVariable() ? 0 : 1;
      if (!comparison[variable].isVariable()) continue;
      for (int distance : {0, 1, -1}) {
        const Term value =
            terms_.mkBvAdd(comparison[1 - variable], terms_.mkBv(BitVector::fromSigned(group.width, distance)));
        const Term equal = terms_.mkEqual(comparison[variable], value);
        Substitution put(terms_, {{comparison[variable], value}});
        RingReduction reduction(forms_, terms_, group.width);
        for (const Group::Equation& known : group.equations) reduction.addDivisor(put.apply(known.difference));
        if (!reduction.isZero(put.apply(wanted))) continue;
        const Assertion guess{group.head, terms_.mkOr(terms_.mkNot(terms_.mkAnd(linear)), equal), ""};
        const auto kept = inductive(search_, {guess});
        if (!kept) return std::nullopt;
        if (!kept->empty()) return equal;
      }
    }
    return Term();
  }

  bool follows(const Group& group, Term equation) {
    if (group.equations.empty() || equation[0].sort() != terms_.bvSort(group.width)) return false;
    if (!isLiveAt(flow_, group.head, equation)) return false;
    const Term difference = terms_.mkBvSub(equation[0], equation[1]);
    const bool isLinear =
        std::ranges::all_of(forms_.of(difference), [](const auto& entry) { return entry.first.size() < 2; });
    return !isLinear && reductionAt(group.head, group.width).isZero(difference);
  }

  const Search& search_;
  const InvariantLimits limits_;
  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  NormalForms forms_;
  std::vector<Group> groups_;
  std::optional<CutRelation> relation_; // of decided paths
};

} // namespace

std::optional<std::vector<Assertion>> searchPolynomials(const Search& search) {
  if (!multiplies(search.flow.program())) return std::vector<Assertion>();
  return PolynomialSearch(search).run();
}

} // namespace assay
