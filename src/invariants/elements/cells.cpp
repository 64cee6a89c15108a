#include "invariants/elements/cells.h"

#include "invariants/elements/array_accesses.h"
#include "invariants/equations/affine_search.h"
#include "program/sampling/sampler.h"
#include "term/substitute.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <map>
#include <span>

namespace assay {

namespace {

using Group = AffineSearch::Group;

class CellGroups {
public:
  explicit CellGroups(const Search& search)
      : flow_(search.flow), program_(flow_.program()), terms_(flow_.terms()), cells_(search.step.arrays()),
        limits_(limitsOf<InvariantLimits>(search.env.options)),
        accesses_(flow_, search.step.pointsTo(), cells_, limits_) {}

  std::vector<Group> make() {
    std::vector<Group> result;
    for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
      const std::vector<Group> variables = variableGroups(flow_, head, limits_.equationVariables);
      addRegions(head, variables, result);
      std::ranges::move(variables, std::back_inserter(result));
    }
    return result;
  }

private:
  void addRegions(uint32_t head, const std::vector<Group>& variables, std::vector<Group>& result) const {
    const ArrayAccesses::List loop = accesses_.ofLoop(head);
    constexpr auto kAll = ArrayAccesses::Skipped::None;
    const std::vector<ArrayAccesses::Region> around = accesses_.regionsAt(head, loop, kAll),
                                             whole = accesses_.wholeRegions(kAll);
    size_t number = 0;
    for (const ArrayCell& cell : cells_) {
      const bool isAccessed = std::ranges::any_of(
          loop, [&](const ArrayAccesses::Access& access) { return access.cell->contents == cell.contents; });
      const uint32_t width = cell.contents.sort().width();
      if (width > 64) continue;
      for (const ArrayAccesses::Region& region : isAccessed ? around : whole) {
        const Term inside = accesses_.isInside(region, head);
        if (!inside || number++ >= limits_.cellRegions) continue;
        Group& group = result.emplace_back(head, width, productsAt(cell, variables));
        group.region = inside;
        group.regionText = accesses_.textOf(region);
      }
    }
  }

  /// The element first: then the others say what it is. Of the others' elements those of the same size.
  Products productsAt(const ArrayCell& cell, const std::vector<Group>& variables) const {
    const uint32_t width = cell.contents.sort().width();
    Products result{{factorOf(cell)}};
    for (const ArrayCell& other : cells_)
      if (other.contents != cell.contents && other.contents.sort() == cell.contents.sort() &&
          result.size() <= limits_.cellOthers)
        result.push_back({factorOf(other)});
    for (const Group& group : variables)
      if (group.relations.width() == width) std::ranges::copy(group.products, std::back_inserter(result));
    result.push_back({{accesses_.fit(arrayPlace(program_), width), "J"}});
    return result;
  }

  static Factor factorOf(const ArrayCell& cell) { return {cell.contents, cell.name + "[J]"}; }

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  const std::vector<ArrayCell>& cells_;
  const InvariantLimits limits_;
  const ArrayAccesses accesses_;
};

/// Gives groups points of executions on small inputs, so that few are left for the solver to find. One that is none of
/// the program's, by mistake, only makes equations fewer.
class SmallPoints {
public:
  SmallPoints(const Search& search, std::vector<Group>& groups)
      : flow_(search.flow), program_(flow_.program()), terms_(flow_.terms()), cells_(search.step.arrays()),
        limits_(limitsOf<InvariantLimits>(search.env.options)), place_(arrayPlace(program_)), groups_(groups) {
    findBlocks(search.step.pointsTo());
  }

  void add(const Allowance& allowance) {
    constexpr uint64_t kBytes = 1 << 20;
    Sampler sampler(program_, {.inputs = smallInputs,
                               .runs = limits_.cellRuns,
                               .limits = {.maxSteps = limits_.smallSteps, .maxBytes = kBytes}});
    sampler.watch([&](LocationId at, EdgeId by) { return by.valid() && flow_.headNumber(at) != Flow::kNone; },
                  [&](const SampledState& state) {
                    if (state.visit <= limits_.cellVisits && flow_.isBackEdge(program_[state.by])) addState(state);
                  });
    while (!allowance.expired() && sampler.next()) {
    }
  }

private:
  /// The variables that hold addresses of blocks.
  void findBlocks(const PointsTo& pointsTo) {
    for (const Edge& edge : program_.edges())
      for (const Operation& operation : edge.operations)
        if (const Allocate* allocate = operation.as<Allocate>())
          blocks_.emplace(pointsTo.siteOf(*allocate), allocate->variable);
  }

  void addState(const SampledState& state) {
    Substitution now(terms_);
    for (VariableId v : flow_.liveAt(state.location))
      if (program_[v].sort().isBitVec()) now.add(program_[v].term, terms_.mkBv(state.now.value(v)));
    for (uint64_t place = 0; place < limits_.cellPlaces; ++place) {
      Substitution there(now);
      there.add(place_, terms_.mkBv(place_.sort().width(), place));
      for (const ArrayCell& cell : cells_)
        if (const std::optional<uint64_t> held = contentsOf(cell, place, state.now))
          there.add(cell.contents, terms_.mkBv(cell.contents.sort().width(), *held));
      for (Group& group : groups_)
        if (group.head == flow_.headNumber(state.location) && (place == 0 || group.region)) addPoint(group, there);
    }
  }

  void addPoint(Group& group, Substitution& there) {
    if (group.region && !there.apply(group.region).isTrue()) return;
    std::vector<uint64_t> point;
    for (const std::vector<Factor>& product : group.products) {
      uint64_t value = 1;
      for (const Factor& factor : product) {
        const Term known = there.apply(factor.term);
        if (!known.isValue()) return;
        value *= known.value().toUint64();
      }
      point.push_back(modulo(value, group.relations.width()));
    }
    group.relations.add(point);
    group.isReached = true;
  }

  std::optional<uint64_t> contentsOf(const ArrayCell& cell, uint64_t place, Interpreter& now) const {
    uint64_t address = program_.layout().address(cell.object);
    if (cell.object > program_.objects.size()) {
      const auto block = blocks_.find(cell.object);
      if (block == blocks_.end()) return std::nullopt;
      address = now.value(block->second).toUint64();
    }
    address += (place << cell.logStride) + cell.offset;
    std::array<uint8_t, 8> bytes{};
    if (cell.size > bytes.size() || !now.read(address, std::span(bytes).first(cell.size))) return std::nullopt;
    uint64_t value = 0;
    for (uint32_t i = cell.size; i-- > 0;) value = value << 8 | bytes[i];
    return value;
  }

  const Flow& flow_;
  const Program& program_;
  TermManager& terms_;
  const std::vector<ArrayCell>& cells_;
  const InvariantLimits limits_;
  const Term place_;
  std::vector<Group>& groups_;
  std::map<uint32_t, VariableId> blocks_; // by object
};

} // namespace

std::optional<std::vector<Assertion>> searchCells(const Search& search) {
  if (search.step.arrays().empty()) return std::vector<Assertion>();
  std::vector<Group> groups = CellGroups(search).make();
  if (std::ranges::none_of(groups, [](const Group& group) { return !group.region.isNull(); }))
    return std::vector<Assertion>();
  SmallPoints(search, groups).add(search.allowance);
  // The states that the step begins with, at the elements that it reads.
  std::deque<SymbolicState> states;
  std::vector<InductionPlaces::HeadState> elsewhere;
  const std::vector<Term> places(search.step.placesRead().begin(), search.step.placesRead().end());
  for (uint32_t head = 0; head < search.flow.heads().size(); ++head)
    if (const auto* back = search.step.loopBack(head))
      for (Term place : places)
        elsewhere.push_back({head, back->guard, &states.emplace_back(search.step.atPlace(back->state, place))});
  return AffineSearch(search.flow, *search.newSolver(), search.places, std::move(groups), std::move(elsewhere))
      .run(search.allowance);
}

} // namespace assay
