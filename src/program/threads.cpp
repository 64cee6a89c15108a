#include "program/threads.h"

#include <algorithm>

namespace assay {

bool hasThreads(const Program& program) {
  return std::ranges::any_of(program.edges(), [](const Edge& edge) {
    return edge.source.valid() &&
           std::ranges::any_of(edge.operations, [](const Operation& operation) { return operation.as<Spawn>() != nullptr; });
  });
}

bool isInterruptible(const Program& program, LocationId location) {
  const std::vector<EdgeId>& out = program[location].out;
  if (out.size() != 1 || program[out.front()].operations.empty()) return false;
  const Operation& first = program[out.front()].operations.front();
  return first.as<Step>() != nullptr || first.as<Await>() != nullptr;
}

} // namespace assay
