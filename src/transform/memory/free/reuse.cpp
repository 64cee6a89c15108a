#include "transform/memory/free/reuse.h"

#include "program/leak_search.h"
#include "program/liveness.h"
#include "term/traverse.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace assay {

namespace {

class NumberSharing {
public:
  NumberSharing(const Program& program, const PointsTo& pointsTo)
      : program_(program), pointsTo_(pointsTo), asksForLeaks_(asksForLeaks(program)) {}

  std::set<uint32_t> run() {
    findHolders();
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid()) continue;
      for (const Operation& operation : edge.operations) {
        const Call* call = operation.as<Call>();
        if (call && program_[call->callee].hasBody()) return {};
        if (const Allocate* allocate = operation.as<Allocate>(); allocate && isFollowed(*allocate))
          found_.insert(pointsTo_.siteOf(*allocate));
      }
    }
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid()) continue;
      for (const Operation& operation : edge.operations) excludeEscaping(operation);
    }
    const Liveness liveness(program_, program_.entry());
    for (const Edge& edge : program_.edges())
      if (edge.source.valid()) excludeLive(edge, liveness);
    return std::move(found_);
  }

private:
  /// Where leaks are looked for, dead variables count, too.
  bool isFollowed(const Allocate& allocate) const {
    return !pointsTo_.of(allocate.variable).isAny && !(asksForLeaks_ && allocate.storage == Storage::Heap);
  }

  /// Which variables may hold addresses of an object that an allocation makes.
  void findHolders() {
    for (uint32_t v = 0; v < program_.variables().size(); ++v) {
      const PointerSet& set = pointsTo_.of(VariableId(v));
      for (const PointerTarget& target : set.targets) {
        if (!pointsTo_.isSite(target.object)) continue;
        holders_[target.object].push_back(VariableId(v));
        held_[program_.variables()[v].term].push_back(target.object);
      }
    }
  }

  static bool contains(const PointerSet& set, uint32_t object) {
    return std::any_of(set.targets.begin(), set.targets.end(), [&](const auto& t) { return t.object == object; });
  }

  // Loads, copies, queries and frees do not pass an address on; what they yield is no address or comes from memory.
  void excludeEscaping(const Operation& operation) {
    using Terms = std::vector<Term>;
    const Assign* assign = operation.as<Assign>();
    Terms terms = operation.visit(
        [](const Assign& a) { return a.value.sort().isBool() ? Terms() : Terms{a.value}; },
        [](const Store& store) { return Terms{store.value}; }, [](const Fill& fill) { return Terms{fill.byte}; },
        [&](const OneOf<Allocate, Call, Return> auto&) { return operation.terms(); },
        [](const OneOf<Load, Query, Free, Copy, Input> auto&) { return Terms(); }, NoThreads<Terms>());
    std::erase_if(terms, [](Term term) { return term.isNull(); });
    for (Term variable : freeVariables(terms)) {
      const auto held = held_.find(variable);
      if (held == held_.end()) continue;
      for (uint32_t object : held->second) {
        const bool isFollowed = assign && assign->value.sort() == program_.pointerSort() &&
                                !pointsTo_.of(assign->variable).isAny &&
                                contains(pointsTo_.of(assign->variable), object);
        if (!isFollowed) found_.erase(object);
      }
    }
  }

  void excludeLive(const Edge& edge, const Liveness& liveness) {
    for (size_t i = 0; i < edge.operations.size(); ++i) {
      const Allocate* allocate = edge.operations[i].as<Allocate>();
      if (!allocate) continue;
      const uint32_t object = pointsTo_.siteOf(*allocate);
      const auto isLive = [&](VariableId v) { return v != allocate->variable && isReadLater(edge, i, v, liveness); };
      const std::vector<VariableId>& holders = holders_[object];
      if (std::any_of(holders.begin(), holders.end(), isLive)) found_.erase(object);
    }
  }

  bool isReadLater(const Edge& edge, size_t after, VariableId variable, const Liveness& liveness) const {
    const Term term = program_[variable].term;
    for (size_t i = after + 1; i < edge.operations.size(); ++i) {
      const std::vector<Term> read = freeVariables(edge.operations[i].terms());
      if (std::find(read.begin(), read.end(), term) != read.end()) return true;
      if (edge.operations[i].defines() == variable) return false;
    }
    return liveness.isLive(variable, edge.target);
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  const bool asksForLeaks_;
  std::set<uint32_t> found_;
  std::unordered_map<uint32_t, std::vector<VariableId>> holders_;
  std::unordered_map<Term, std::vector<uint32_t>> held_;
};

} // namespace

std::set<uint32_t> objectsThatShareNumbers(const Program& program, const PointsTo& pointsTo) {
  return NumberSharing(program, pointsTo).run();
}

} // namespace assay
