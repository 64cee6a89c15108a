#include "invariants/elements/elements.h"

#include "analysis/vocabulary.h"
#include "encode/numeric.h"
#include "term/bit_vector.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace assay {

namespace {

/// What to ask about arrays. Conclusions say what an element is like; where they are to hold is said by guards.
class CandidateFinder {
public:
  CandidateFinder(const Flow& flow, const PointsTo& pointsTo, const std::vector<ArrayCell>& cells,
                  const InvariantLimits& limits)
      : flow_(flow), limits_(limits), program_(flow.program()), terms_(flow.terms()), pointsTo_(pointsTo),
        cells_(cells), place_(arrayPlace(program_)) {}

  std::vector<Assertion> run() {
    std::vector<Accesses> loops;
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) loops.push_back(accessesOf(head));
    for (LocationId location : flow_.order())
      if (program_[location].kind == LocationKind::Error) concludeFromCheck(location);
    for (const Accesses& loop : loops) concludeFromStores(loop);
    findBounds();
    for (uint32_t head = 0; head < loops.size(); ++head) findEnds(head);
    for (uint32_t head = 0; head < loops.size(); ++head) combine(head, loops[head]);
    return std::move(found_);
  }

private:
  struct Access {
    const ArrayCell* cell;
    Term element; // its number, over the program's variables
    Term index;   // the variable, if the number is nothing but that
    Term value;   // stored; null for a load
    Term loaded;  // the variable; null for a store
  };
  using Accesses = std::vector<Access>;
  struct Conclusion {
    const ArrayCell* cell;
    Term condition; // over the place, contents at the place and variables
    std::string text;
  };
  std::optional<Access> accessOf(const Operation& operation) const {
    return operation.visit(
        [&](const Load& load) { return accessAt(load.pointer, Term(), program_[load.variable].term); },
        [&](const Store& store) { return accessAt(store.pointer, store.value, Term()); },
        [](const OneOf<Allocate, Free, Copy, Fill, Query> auto&) { return std::optional<Access>(); },
        [](const OfVariables auto&) { return std::optional<Access>(); }, NoThreads<std::optional<Access>>());
  }
  std::optional<Access> accessAt(Term pointer, Term value, Term loaded) const {
    Access access;
    access.cell = cellOf(pointer, loaded ? loaded.sort() : value.sort());
    if (!access.cell) return std::nullopt;
    access.loaded = loaded;
    access.value = value;
    access.element = elementOf(pointer, *access.cell);
    for (Term variable : freeVariables(access.element))
      if (access.element == numbered(variable, *access.cell)) access.index = variable;
    return access;
  }

  Accesses accessesOf(uint32_t head) const {
    Accesses result;
    for (EdgeId edge : flow_.edgesOfLoop(head))
      for (const Operation& operation : program_[edge].operations)
        if (auto access = accessOf(operation)) result.push_back(*access);
    return result;
  }

  const ArrayCell* cellOf(Term pointer, Sort sort) const {
    const PointerSet set = pointsTo_.of(pointer);
    const uint32_t size = sort.isBool() ? 1 : (sort.width() + 7) / 8;
    for (const PointerTarget& target : set.targets)
      for (const ArrayCell& cell : cells_)
        if (cell.object == target.object && cell.size == size &&
            static_cast<uint64_t>(target.offset.base) % (uint64_t{1} << cell.logStride) == cell.offset)
          return &cell;
    return nullptr;
  }

  /// (pointer - start of the object) / stride: a guess, where the pointer has another form than a sum with the address.
  Term elementOf(Term pointer, const ArrayCell& cell) const {
    const PointerLayout& layout = program_.layout();
    while (pointer.kind() == Kind::Ite) pointer = pointer[pointer[1].kind() == Kind::BvConcat ? 2 : 1];
    std::unordered_map<Term, Term> bases;
    for (Term variable : freeVariables(pointer)) {
      const VariableId v = program_.variableOf(variable);
      if (!v.valid() || variable.sort() != program_.pointerSort()) continue;
      // It may be null as well, where an allocation fails.
      const PointerSet& set = pointsTo_.of(v);
      const PointerTarget* const start = findTarget(set, cell.object);
      const bool isOther = std::ranges::any_of(set.targets, [&](const PointerTarget& target) {
        return target.object != cell.object && target.object != kZeroObject;
      });
      if (start && !isOther && start->offset == Progression{0, 0}) bases[variable] = terms_.mkBv(layout.width, 0);
    }
    Term offset = Substitution(terms_, bases).apply(pointer);
    if (pointsTo_.isStatic(cell.object))
      offset = terms_.mkBvSub(offset, terms_.mkBv(layout.width, layout.address(cell.object)));
    return cell.logStride == 0
               ? offset
               : terms_.mkBvSignResize(terms_.mkBvExtract(offset, layout.width - 1, cell.logStride), layout.width);
  }

  /// A variable of any width as an element's number.
  Term extended(Term variable) const {
    const VariableId v = program_.variableOf(variable);
    if (!v.valid() || !variable.sort().isBitVec() || variable.sort().width() > program_.layout().width) return {};
    const Term wide = program_[v].typeClass == TypeClass::Unsigned
                          ? terms_.mkBvZeroResize(variable, program_.layout().width)
                          : terms_.mkBvSignResize(variable, program_.layout().width);
    return wide;
  }
  /// The same as elementOf() leaves it: without the bits that an element's size takes.
  Term numbered(Term variable, const ArrayCell& cell) const {
    const Term wide = extended(variable);
    const uint32_t width = program_.layout().width;
    if (!wide || cell.logStride == 0) return wide;
    return terms_.mkBvSignResize(terms_.mkBvExtract(wide, width - 1 - cell.logStride, 0), width);
  }
  Term fit(Term value, uint32_t width) const {
    return value.sort().width() >= width ? terms_.mkBvExtract(value, width - 1, 0)
                                         : terms_.mkBvSignResize(value, width);
  }

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
      if (access.index) then.try_emplace(access.index, fit(place_, access.index.sort().width()));
      if (access.loaded && access.loaded.sort().isBitVec())
        then.try_emplace(access.loaded, fit(access.cell->contents, access.loaded.sort().width()));
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
        if (const auto access = accessOf(*operation); access && access->loaded) loads.push_back(*access);
      }
      result = terms_.mkOr(result, terms_.mkAnd(edge.guard, condition));
    }
    return result;
  }

  /// Constants that look like numbers of elements.
  void findBounds() {
    guardsOf(program_).forEachBound([&](Term comparison, uint32_t side) {
      const Term bound = comparison[side];
      if (comparison.kind() == Kind::Equal || bound.sort().width() > 64 || bounds_.size() >= limits_.elementBounds)
        return;
      int64_t value = bound.value().toInt64();
      if (side == 0) ++value; // not c < i
      if (value > 8 && value < INT32_MAX && std::find(bounds_.begin(), bounds_.end(), value) == bounds_.end())
        bounds_.push_back(value);
    });
  }

  /// What a loop compares with something that it changes, and does not change itself: how far it goes.
  void findEnds(uint32_t head) {
    TermSet written;
    for (VariableId v : flow_.writtenInLoop(head)) written.insert(program_[v].term);
    const auto isWritten = [&](Term term) {
      const std::vector<Term> variables = freeVariables(term);
      return std::ranges::any_of(variables, [&](Term variable) { return written.contains(variable); });
    };
    Vocabulary guards;
    for (EdgeId edge : flow_.edgesOfLoop(head)) guards.add(program_[edge].guard);
    for (Term t : guards.comparisons()) {
      if (t.kind() == Kind::Equal) continue;
      for (uint32_t side : {0u, 1u}) {
        if (t[side].kind() == Kind::BvConst || isWritten(t[side]) || !isWritten(t[1 - side])) continue;
        const uint32_t width = program_.layout().width;
        if (t[side].sort().width() > width || ends_.size() >= limits_.elementEnds) continue;
        const Term end =
            t.kind() == Kind::BvSlt ? terms_.mkBvSignResize(t[side], width) : terms_.mkBvZeroResize(t[side], width);
        if (std::ranges::find(ends_, end) == ends_.end()) ends_.push_back(end);
      }
    }
  }

  /// Variables of loops inside, which mean nothing at the head, have the values with which these loops begin.
  Term atHead(Term element, uint32_t head) const {
    std::unordered_map<Term, Term> first;
    for (Term variable : freeVariables(element)) {
      const VariableId v = program_.variableOf(variable);
      if (!v.valid() || flow_.isLive(v.index(), flow_.heads()[head])) continue;
      for (EdgeId edge : flow_.edgesOfLoop(head))
        for (const Operation& operation : program_[edge].operations)
          if (const Assign* assign = operation.as<Assign>(); assign && assign->variable == v && assign->value.isValue())
            first.try_emplace(variable, assign->value);
    }
    return Substitution(terms_, first).apply(element);
  }

  void combine(uint32_t head, const Accesses& loop) {
    numAtHead_ = 0;
    std::vector<Term> elements;
    for (const Access& access : loop)
      if (const Term element = atHead(access.element, head);
          elements.size() < limits_.elementNumbers &&
          std::find(elements.begin(), elements.end(), element) == elements.end())
        elements.push_back(element);
    const auto isAccessed = [&](const ArrayCell* cell) {
      return std::any_of(loop.begin(), loop.end(), [&](const Access& access) { return access.cell == cell; });
    };
    std::vector<Conclusion> all;
    for (const Conclusion& conclusion : conclusions_)
      if (isAccessed(conclusion.cell)) all.push_back(conclusion);
    addWeaker(head, all);
    addComparisons(head, loop, all);
    for (const Conclusion& conclusion : all)
      for (Term element : elements) {
        for (uint64_t first : {0u, 1u}) add(head, number(first), element, conclusion);
        for (int64_t bound : bounds_) add(head, element, number(static_cast<uint64_t>(bound)), conclusion);
        for (Term end : ends_) {
          add(head, element, end, conclusion);
          add(head, terms_.mkBvAdd(element, number(1)), end, conclusion); // what a loop that goes down has left behind
        }
      }
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

  /// The conclusion, for places from the first number to before the last.
  void add(uint32_t head, Term first, Term last, const Conclusion& conclusion) {
    const Term isThere = terms_.mkAnd(terms_.mkBvSle(first, place_), terms_.mkBvSlt(place_, last));
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
    made.text = "for all " + toText(first) + " <= J < " + toText(last) + ": " + conclusion.text;
    found_.push_back(std::move(made));
  }

  std::string toText(Term number) const {
    if (number.isValue()) return number.value().toSignedString();
    const std::vector<Term> variables = freeVariables(number);
    const VariableId v = variables.size() == 1 ? program_.variableOf(variables[0]) : VariableId();
    const auto isNumber = [&](const ArrayCell& cell) { return number == numbered(variables[0], cell); };
    return v.valid() && std::any_of(cells_.begin(), cells_.end(), isNumber) ? userName(program_[v]) : "the element";
  }

  const Flow& flow_;
  const InvariantLimits& limits_;
  const Program& program_;
  TermManager& terms_;
  const PointsTo& pointsTo_;
  const std::vector<ArrayCell>& cells_;
  const Term place_;
  std::vector<Conclusion> conclusions_;
  std::vector<int64_t> bounds_;
  std::vector<Term> ends_;
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
