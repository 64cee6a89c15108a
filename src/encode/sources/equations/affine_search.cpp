#include "encode/sources/equations/affine_search.h"

#include "encode/numeric.h"

#include <algorithm>
#include <bit>
#include <map>

namespace assay {

namespace {

constexpr size_t kMaxVariables = 20; // of a group

/// The sum's low bits, without the factors of two that all coefficients have, are told by so many bits of the variables.
uint32_t significantBits(const AffineRelations::Equation& equation, uint32_t width) {
  uint32_t twos = width;
  for (uint64_t c : equation)
    if (c != 0) twos = std::min(twos, static_cast<uint32_t>(std::countr_zero(c)));
  return width - twos;
}

/// A coefficient as it is written, on the left side or with its sign changed on the right one.
struct Summand {
  uint64_t factor;
  bool isLeft;
};

Summand summandOf(uint64_t coefficient, uint32_t shift, uint32_t bits) {
  const uint64_t mask = bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  const uint64_t value = (coefficient >> shift) & mask, opposite = (0 - value) & mask;
  return value <= opposite ? Summand{value, true} : Summand{opposite, false};
}

} // namespace

AffineSearch::AffineSearch(const Flow& flow, Solver& solver, const InductionPlaces& places, bool isEachAlone)
    : flow_(flow), terms_(flow.terms()), solver_(solver), places_(places), isReached_(flow.heads().size()) {
  for (uint32_t head = 0; head < flow.heads().size(); ++head) addGroups(head, isEachAlone);
}

// What the loop writes first; other live variables are constant in the loop, but what it writes may depend on them.
void AffineSearch::addGroups(uint32_t head, bool isEachAlone) {
  const Program& program = flow_.program();
  const std::vector<VariableId>& written = flow_.writtenInLoop(head);
  std::map<uint32_t, std::vector<VariableId>> byWidth;
  const auto add = [&](VariableId v) {
    const Variable& variable = program[v];
    if (!isNumeric(variable) || variable.sort().isBool() || !flow_.isLive(v.index(), flow_.heads()[head])) return;
    std::vector<VariableId>& group = byWidth[variable.sort().width()];
    if (group.size() < kMaxVariables && std::find(group.begin(), group.end(), v) == group.end()) group.push_back(v);
  };
  for (VariableId v : written) add(v);
  if (!isEachAlone) {
    std::erase_if(byWidth, [](const auto& group) { return group.second.empty(); });
    const auto ofLoop = byWidth;
    for (VariableId v : flow_.liveAt(flow_.heads()[head]))
      if (program[v].sort().isBitVec() && ofLoop.contains(program[v].sort().width())) add(v);
  }
  for (const auto& [width, variables] : byWidth) {
    if (isEachAlone) {
      for (VariableId v : variables) groups_.push_back({head, {v}, AffineRelations(width, 1), Term()});
    } else {
      groups_.push_back({head, variables, AffineRelations(width, variables.size()), Term()});
    }
  }
}

std::optional<std::vector<Assertion>> AffineSearch::run(const Allowance& allowance) {
  std::vector<Assertion> invariants;
  if (groups_.empty()) return invariants;
  for (;;) {
    std::vector<std::vector<Term>> conditions(flow_.heads().size());
    for (Group& group : groups_) {
      if (!group.condition) {
        std::vector<Term> equations;
        for (const auto& equation : group.relations.equations()) equations.push_back(equationTerm(group, equation));
        group.condition = terms_.mkAnd(equations);
      }
      conditions[group.head].push_back(group.condition);
    }
    const auto keeps = [&](const InductionPlaces::Place& place) {
      if (!isReached_[place.head]) return terms_.mkFalse();
      return instantiate(flow_.program(), terms_.mkAnd(conditions[place.head]), *place.state);
    };
    std::vector<Term> query, violations;
    for (const auto& place : places_.before) query.push_back(terms_.mkOr(terms_.mkNot(place.guard), keeps(place)));
    for (const auto& place : places_.after) violations.push_back(terms_.mkAnd(place.guard, terms_.mkNot(keeps(place))));
    query.push_back(terms_.mkOr(violations));
    const Answer answer = solver_.check(query);
    if (answer.isUnsat()) break;
    if (answer.isUnknown() || allowance.expired()) return std::nullopt;
    addModel();
  }
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    if (!isReached_[head]) invariants.push_back({head, terms_.mkFalse(), "0"});
  for (const Group& group : groups_)
    if (isReached_[group.head])
      for (const auto& equation : group.relations.equations())
        invariants.push_back({group.head, equationTerm(group, equation), equationText(group, equation)});
  return invariants;
}

void AffineSearch::addModel() {
  for (const auto& place : places_.after) {
    if (!solver_.value(place.guard).asBool()) continue;
    isReached_[place.head] = true;
    for (Group& group : groups_) {
      if (group.head != place.head) continue;
      std::vector<uint64_t> point;
      for (VariableId v : group.variables) {
        const Term value = instantiate(flow_.program(), flow_.program()[v].term, *place.state);
        point.push_back(solver_.value(value).bits().toUint64());
      }
      if (group.relations.add(point)) group.condition = Term();
    }
  }
}

Term AffineSearch::equationTerm(const Group& group, const AffineRelations::Equation& equation) const {
  const uint32_t width = group.relations.width(), bits = significantBits(equation, width), shift = width - bits;
  Term left = terms_.mkBv(bits, 0), right = left;
  for (size_t i = 0; i < equation.size(); ++i) {
    const Summand summand = summandOf(equation[i], shift, bits);
    if (summand.factor == 0) continue;
    Term value = terms_.mkBv(bits, summand.factor);
    if (i > 0) {
      const Term variable = terms_.mkBvExtract(flow_.program()[group.variables[i - 1]].term, bits - 1, 0);
      value = summand.factor == 1 ? variable : terms_.mkBvMul(value, variable);
    }
    Term& side = summand.isLeft ? left : right;
    side = terms_.mkBvAdd(side, value);
  }
  return terms_.mkEqual(left, right);
}

// In unsigned arithmetic, which wraps around as the equation does; of fewer bits than the type has, the remainder counts.
std::string AffineSearch::equationText(const Group& group, const AffineRelations::Equation& equation) const {
  const uint32_t width = group.relations.width(), bits = significantBits(equation, width), shift = width - bits;
  const bool isLong = width > 32;
  const std::string type = isLong ? "unsigned long long" : "unsigned", suffix = isLong ? "ull" : "u";
  std::string sides[2];
  for (size_t i = 1; i <= equation.size(); ++i) { // the constant last
    const size_t at = i % equation.size();
    const Summand summand = summandOf(equation[at], shift, bits);
    if (summand.factor == 0) continue;
    std::string& side = sides[summand.isLeft ? 0 : 1];
    if (!side.empty()) side += " + ";
    const std::string factor = std::to_string(summand.factor) + suffix;
    if (at == 0) {
      side += factor;
    } else {
      if (summand.factor != 1) side += factor + " * ";
      side += "(" + type + ")" + userName(flow_.program()[group.variables[at - 1]]);
    }
  }
  for (std::string& side : sides) {
    if (side.empty())
      side = "0" + suffix;
    else if (bits < (isLong ? 64u : 32u))
      side = "(" + side + ") % " + std::to_string(uint64_t{1} << bits) + suffix;
  }
  return sides[0] + " == " + sides[1];
}

std::optional<std::vector<Assertion>> searchCongruences(const Search& search) {
  return AffineSearch(search.flow, *search.newSolver(), search.places, true).run(search.allowance);
}

std::optional<std::vector<Assertion>> searchEqualities(const Search& search) {
  return AffineSearch(search.flow, *search.newSolver(), search.places, false).run(search.allowance);
}

} // namespace assay
