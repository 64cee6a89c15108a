#include "invariants/elements/elements.h"

#include "encode/numeric.h"
#include "invariants/elements/array_accesses.h"
#include "term/bit_vector.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace assay {

namespace {

/// What to ask about arrays. Conclusions say what an element is like; where they are to hold is said by guards.
class CandidateFinder {
public:
  CandidateFinder(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells,
                  const InvariantLimits& limits)
      : flow_(flow), limits_(limits), program_(flow.program()), terms_(flow.terms()), place_(arrayPlace(program_)),
        accesses_(flow, pointsTo, cells, limits) {}

  std::vector<Assertion> run() {
    std::vector<Accesses> loops;
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) loops.push_back(accesses_.ofLoop(head));
    for (LocationId location : flow_.order())
      if (program_[location].kind == LocationKind::Error) concludeFromCheck(location);
    for (const Accesses& loop : loops) concludeFromStores(loop);
    for (uint32_t head = 0; head < loops.size(); ++head) combine(head, loops[head]);
    return std::move(found_);
  }

private:
  using Access = ArrayAccesses::Access;
  using Accesses = ArrayAccesses::List;
  struct Conclusion {
    const ArrayCell* cell;
    Term condition; // over the place, contents at the place and variables
    std::string text;
  };
  void conclude(const ArrayCell* cell, Term condition, std::string text) {
    if (condition.isValue() || conclusions_.size() >= limits_.elementConclusions ||
        std::any_of(conclusions_.begin(), conclusions_.end(),
                    [&](const Conclusion& other) { return other.condition == condition; }))
      return;
    conclusions_.push_back({cell, condition, std::move(text)});
  }

  /// The term at the place: indices there, and what loads have read there.
  Term atPlace(Term term, const Accesses& accesses) {
    std::unordered_map<Term, Term> then;
    for (const Access& access : accesses) {
      if (access.index) then.try_emplace(access.index, accesses_.fit(place_, access.index.sort().width()));
      if (access.loaded && access.loaded.sort().isBitVec())
        then.try_emplace(access.loaded, accesses_.fit(access.cell->contents, access.loaded.sort().width()));
    }
    return Substitution(terms_, then).apply(term);
  }

  // What was stored at the place, when the index was there; and how elements compare with what the loop computes of
  // them.
  void concludeFromStores(const Accesses& loop) {
    for (const Access& access : loop)
      if (access.value && access.value.sort().isBitVec())
        conclude(access.cell,
                 terms_.mkEqual(access.cell->contents,
                                terms_.mkBvZeroResize(atPlace(access.value, loop), 8 * access.cell->size)),
                 access.cell->name + "[J] is as stored");
  }

  // What a check asks of elements that were read before it: under which condition the error is reached from the head of
  // the loop around it.
  void concludeFromCheck(LocationId error) {
    std::vector<LocationId> region, heads;
    std::vector<LocationId> work{error};
    std::unordered_set<LocationId> seen{error};
    while (!work.empty()) {
      const LocationId location = work.back();
      work.pop_back();
      region.push_back(location);
      if (region.size() > limits_.elementRegion) return;
      if (flow_.headNumber(location) != Flow::kNone) {
        heads.push_back(location);
        continue;
      }
      for (EdgeId edge : program_[location].in)
        if (seen.insert(program_[edge].source).second) work.push_back(program_[edge].source);
    }
    // Those behind come first.
    std::ranges::sort(region, std::ranges::greater(), [&](LocationId location) { return flow_.rank(location); });
    for (LocationId head : heads) {
      Accesses loads;
      std::unordered_map<LocationId, Term> reaches{{error, terms_.mkTrue()}};
      for (LocationId location : region)
        if (location != error) reaches[location] = reachesErrorFrom(location, reaches, loads);
      if (!loads.empty())
        conclude(loads.back().cell, terms_.mkNot(atPlace(reaches.at(head), loads)),
                 "checked of " + loads.back().cell->name + "[J]");
    }
  }

  Term reachesErrorFrom(LocationId location, const std::unordered_map<LocationId, Term>& reaches,
                        Accesses& loads) const {
    Term result = terms_.mkFalse();
    for (EdgeId id : program_[location].out) {
      const Edge& edge = program_[id];
      const auto behind = reaches.find(edge.target);
      if (behind == reaches.end() || flow_.isBackEdge(edge)) continue;
      Term condition = behind->second;
      for (auto operation = edge.operations.rbegin(); operation != edge.operations.rend(); ++operation) {
        if (const Assign* assign = operation->as<Assign>())
          condition = Substitution(terms_, {{program_[assign->variable].term, assign->value}}).apply(condition);
        if (const auto access = accesses_.of(*operation); access && access->loaded) loads.push_back(*access);
      }
      result = terms_.mkOr(result, terms_.mkAnd(edge.guard, condition));
    }
    return result;
  }

  void combine(uint32_t head, const Accesses& loop) {
    numAtHead_ = 0;
    const auto isAccessed = [&](const ArrayCell* cell) {
      return std::any_of(loop.begin(), loop.end(), [&](const Access& access) { return access.cell == cell; });
    };
    std::vector<Conclusion> all;
    for (const Conclusion& conclusion : conclusions_)
      if (isAccessed(conclusion.cell)) all.push_back(conclusion);
    addWeaker(head, all);
    addComparisons(head, loop, all);
    const std::vector<ArrayAccesses::Region> regions = accesses_.regionsAt(head, loop, ArrayAccesses::Skipped::Some);
    for (const Conclusion& conclusion : all)
      for (const ArrayAccesses::Region& region : regions) add(head, region, conclusion);
    // What the loop does not touch stays as it is.
    for (const Conclusion& conclusion : conclusions_)
      for (const ArrayAccesses::Region& region : accesses_.wholeRegions(ArrayAccesses::Skipped::Some))
        if (!isAccessed(conclusion.cell)) add(head, region, conclusion);
  }

  // What holds unless the loop has noted otherwise in a flag, or of each second, fourth, ... element.
  void addWeaker(uint32_t head, std::vector<Conclusion>& all) const {
    std::vector<std::pair<Term, std::string>> weaker; // conditions of which one holds, or the conclusion
    size_t flags = 0;
    for (EdgeId edge : flow_.edgesOfLoop(head))
      for (const Operation& operation : program_[edge].operations) {
        const Assign* assign = operation.as<Assign>();
        if (!assign || !assign->value.sort().isBitVec()) continue;
        const Variable& variable = program_[assign->variable];
        if (!flow_.isLive(assign->variable.index(), flow_.heads()[head])) continue;
        forEachChoice(assign->value, [&](Term value) {
          if (value.isValue() && flags++ < limits_.elementFlags)
            weaker.emplace_back(terms_.mkEqual(variable.term, value),
                                userName(variable) + " == " + value.value().toSignedString() + " or ");
        });
        if (const uint64_t step = stepOf(variable.term, assign->value); step > 1 && step <= limits_.elementStep)
          weaker.emplace_back(terms_.mkDistinct(terms_.mkBvUrem(place_, number(step)), number(0)),
                              "of each J that is a multiple of " + std::to_string(step) + " ");
      }
    const size_t count = all.size();
    for (const auto& [condition, text] : weaker)
      for (size_t i = 0; i < count; ++i)
        all.push_back({all[i].cell, terms_.mkOr(condition, all[i].condition), text + all[i].text});
  }

  /// How far the assignment moves the variable upwards; 0: it does something else.
  static uint64_t stepOf(Term variable, Term value) {
    if (value.kind() != Kind::BvAdd || value.sort().width() > 64) return 0;
    for (uint32_t side : {0u, 1u})
      if (value[side] == variable && value[1 - side].isValue()) return value[1 - side].value().toUint64();
    return 0;
  }

  // Elements that were read, and other values of the loop: a maximum, or another array.
  void addComparisons(uint32_t head, const Accesses& loop, std::vector<Conclusion>& all) const {
    size_t compared = 0;
    for (const Access& access : loop) {
      if (!access.loaded) continue;
      for (VariableId v : flow_.writtenInLoop(head)) {
        const Variable& variable = program_[v];
        const bool isUseful = isNumeric(variable) && variable.sort().isBitVec() &&
                              flow_.isLive(v.index(), flow_.heads()[head]) && variable.term != access.loaded &&
                              variable.term != access.index;
        if (!isUseful || ++compared > limits_.elementCompared) continue;
        const uint32_t width = std::max(variable.sort().width(), access.cell->contents.sort().width());
        const Term a = terms_.mkBvSignResize(access.cell->contents, width),
                   b = terms_.mkBvSignResize(variable.term, width);
        all.push_back({access.cell, terms_.mkBvSle(a, b), access.cell->name + "[J] <= " + userName(variable)});
        all.push_back({access.cell, terms_.mkBvSle(b, a), access.cell->name + "[J] >= " + userName(variable)});
      }
      for (const Access& other : loop)
        if (other.loaded && other.cell != access.cell && other.cell->size == access.cell->size)
          all.push_back({access.cell, terms_.mkEqual(access.cell->contents, other.cell->contents),
                         access.cell->name + "[J] == " + other.cell->name + "[J]"});
    }
  }

  Term number(uint64_t value) const { return terms_.mkBv(program_.layout().width, value); }

  /// The conclusion, for places in the region.
  void add(uint32_t head, const ArrayAccesses::Region& region, const Conclusion& conclusion) {
    const Term isThere = accesses_.isInside(region, head);
    if (!isThere) return;
    Assertion made{head, terms_.mkOr(terms_.mkNot(isThere), conclusion.condition), ""};
    // Only what is live has the same value in all states.
    for (Term variable : freeVariables(made.condition)) {
      const VariableId v = program_.variableOf(variable);
      if (v.valid() ? !flow_.isLive(v.index(), flow_.heads()[head]) : variable != place_ && !isArrayContents(variable))
        return;
    }
    if (numAtHead_ >= limits_.elementCandidates ||
        std::any_of(found_.begin(), found_.end(),
                    [&](const Assertion& other) { return other.head == head && other.condition == made.condition; }))
      return;
    ++numAtHead_;
    made.text = accesses_.textOf(region) + conclusion.text;
    found_.push_back(std::move(made));
  }

  const Flow& flow_;
  const InvariantLimits& limits_;
  const Program& program_;
  TermManager& terms_;
  const Term place_;
  const ArrayAccesses accesses_;
  std::vector<Conclusion> conclusions_;
  size_t numAtHead_ = 0;
  std::vector<Assertion> found_;
};

} // namespace

std::vector<Assertion> arrayCandidates(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells,
                                       const InvariantLimits& limits) {
  return cells.empty() ? std::vector<Assertion>() : CandidateFinder(flow, pointsTo, cells, limits).run();
}

std::optional<std::vector<Assertion>> searchElements(const Search& search) {
  return inductive(search, arrayCandidates(search.flow, search.step.pointsTo(), search.step.arrays(),
                                           limitsOf<InvariantLimits>(search.env.options)));
}

} // namespace assay
