#include "encode/flatten.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace assay {

namespace {

constexpr FlatForm kRecursionAsLoop{.loopsRecursion = true};
constexpr FlatForm kMemoryAsArrays{.refusesCut = true, .memory = FlatMemory::Arrays};
constexpr FlatForm kMemoryAsRecords{.refusesCut = true, .refusesCalls = true, .memory = FlatMemory::Records};
constexpr FlatForm kForBlocks{.unrollsLoops = true, .smallArrays = true};
constexpr FlatForm kArraysForBlocks{
    .refusesCut = true, .unrollsLoops = true, .smallArrays = true, .memory = FlatMemory::Arrays};

std::unique_ptr<Flow> flowOf(std::optional<FlatProgram> flat) {
  return flat ? std::make_unique<Flow>(std::move(*flat)) : nullptr;
}

std::unique_ptr<Flow> withoutMemoryUnlessLeaks(const Program& program, const FlatForm& form) {
  return leakChecksOf(program).any() ? nullptr : flowOf(flatForm(program, form));
}

/// Whether a block may be lost. On the stack none is, however an execution ends.
bool mayLeak(const Program& program) {
  if (!leakChecksOf(program).any()) return false;
  return std::ranges::any_of(program.edges(), [](const Edge& edge) {
    return edge.source.valid() && std::ranges::any_of(edge.operations, [](const Operation& operation) {
             const Allocate* allocate = operation.as<Allocate>();
             return allocate && allocate->storage != Storage::Stack;
           });
  });
}

bool doesMore(const Operation& operation) {
  return operation.visit([](const OneOf<Assign, Input> auto&) { return false; },
                         [](const OneOf<Call, Return> auto&) { return true; },
                         [](const OfMemory auto&) { return true; }, NoThreads<bool>());
}

/// Whether it does more than to assign and to take inputs. A return is more: so that is most programs.
bool doesMore(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (edge.source.valid() && doesMore(operation)) return true;
  return false;
}

} // namespace

Flow flatten(const Program& program, const FlatForm& form) {
  std::optional<FlatProgram> flat = flatForm(program, form);
  assert(flat);
  return Flow(std::move(*flat));
}

std::unique_ptr<Flow> flattenRecursion(const Program& program) { return flowOf(flatForm(program, kRecursionAsLoop)); }

std::unique_ptr<Flow> flattenMemory(const Program& program) {
  return withoutMemoryUnlessLeaks(program, kMemoryAsArrays);
}

std::unique_ptr<Flow> flattenRecords(const Program& program) {
  return withoutMemoryUnlessLeaks(program, kMemoryAsRecords);
}

std::unique_ptr<Flow> flattenForBlocks(const Program& program) {
  std::unique_ptr<Flow> flat = flowOf(flatForm(program, kForBlocks)), other;
  if (isCut(flat->origin()))
    other = flattenRecursion(program);
  else if (doesMore(flat->program()))
    other = mayLeak(program) ? nullptr : flowOf(flatForm(program, kArraysForBlocks));
  return other ? std::move(other) : std::move(flat);
}

} // namespace assay
