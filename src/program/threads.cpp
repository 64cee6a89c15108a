#include "program/threads.h"

#include <algorithm>

namespace assay {

namespace {

bool asksForRaces(const Operation& operation) {
  const Query* query = operation.as<Query>();
  return query && (query->kind == QueryKind::UnracedRead || query->kind == QueryKind::UnracedWrite);
}

} // namespace

bool hasThreads(const Program& program) {
  const auto isOfThreads = [](const Operation& operation) {
    return operation.isOfThreads() || asksForRaces(operation);
  };
  return std::ranges::any_of(program.edges(),
                             [&](const Edge& edge) {
                               return edge.source.valid() && std::ranges::any_of(edge.operations, isOfThreads);
                             }) ||
         std::ranges::find(program.locations(), LocationKind::ThreadEnd, &Location::kind) != program.locations().end();
}

bool isInterruptible(const Program& program, LocationId location) {
  const std::vector<EdgeId>& out = program[location].out;
  if (out.size() != 1 || program[out.front()].operations.empty()) return false;
  const Operation& first = program[out.front()].operations.front();
  return first.as<Step>() != nullptr || first.as<Await>() != nullptr;
}

} // namespace assay
