#include "analysis/threads/loop_joins.h"

#include <algorithm>

namespace assay {

void LoopJoins::lookForOtherHandles() {
  const uint64_t size = program_.layout().width / 8;
  for (size_t i = 0; i < joinLoops_.size(); ++i) {
    if (facts_.brokenJoinLoops.contains(i)) continue;
    const JoinLoop& loop = joinLoops_[i];
    const PointerSetId cells = sets_.of(loop.cells);
    const FunctionId function = program_[program_[loop.create].source].function;
    const auto isElsewhen = [&](EdgeId edge) {
      const LocationId from = program_[edge].source;
      return program_[from].function == function && !std::ranges::binary_search(loop.between, from);
    };
    const auto isOther = [&](EdgeId edge, Term pointer, uint64_t bytes) {
      return !isElsewhen(edge) && sets_.mayOverlap(sets_.of(pointer), bytes, cells, size);
    };
    bool isBroken = std::ranges::any_of(findings_.accesses, [&](const ThreadAccess& access) {
      return access.isWrite && access.userEdge != loop.create && !isElsewhen(access.userEdge) &&
             sets_.mayOverlap(access.targets, access.bytes, cells, size);
    });
    // What is no access that others see: to a local of the function that nobody else knows.
    for (uint32_t edge = 0; edge < program_.edges().size() && !isBroken; ++edge) {
      const LocationId from = program_.edges()[edge].source;
      if (!from.valid() || program_[from].function != function) continue;
      for (const Operation& operation : program_.edges()[edge].operations)
        isBroken |= operation.visit(
            [&](const Store& store) { return isOther(EdgeId(edge), store.pointer, accessedBytes(store.value.sort())); },
            [&](const Copy& copy) { return isOther(EdgeId(edge), copy.target, accessedBytes(copy.size)); },
            [&](const Fill& fill) { return isOther(EdgeId(edge), fill.target, accessedBytes(fill.size)); },
            [](const OneOf<Load, Allocate, Free, Query> auto&) { return false; },
            [](const OfVariables auto&) { return false; }, [](const OfThreads auto&) { return false; });
    }
    if (!isBroken) continue;
    facts_.brokenJoinLoops.insert(i);
    facts_.hasChanged = true;
  }
}

void LoopJoins::follow(uint32_t thread, EdgeId edge, ThreadState& state) const {
  for (size_t i = 0; i < joinLoops_.size(); ++i) {
    if (facts_.brokenJoinLoops.contains(i) || std::ranges::find(joinLoops_[i].exits, edge) == joinLoops_[i].exits.end())
      continue;
    for (uint32_t made = 1; made < table_.size(); ++made) {
      if (table_[made].site != joinLoops_[i].create || table_[made].parent != thread || !table_.isUnique(thread))
        continue;
      // Perhaps there were none: that they are gone says nothing of others.
      if (hasNumber(state.created, made)) insertNumber(state.gone, made);
    }
  }
}

std::map<EdgeId, std::vector<EdgeId>> LoopJoins::exits() const {
  std::map<EdgeId, std::vector<EdgeId>> result;
  for (size_t i = 0; i < joinLoops_.size(); ++i)
    if (!facts_.brokenJoinLoops.contains(i))
      for (EdgeId edge : joinLoops_[i].exits) result[edge].push_back(joinLoops_[i].create);
  return result;
}

} // namespace assay
