#include "program/liveness.h"

#include "program/leak_search.h"
#include "term/traverse.h"
#include "util/planted.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace assay {

namespace {

bool ends(LocationKind kind) {
  return kind == LocationKind::Exit || kind == LocationKind::Halt || kind == LocationKind::ThreadEnd;
}

} // namespace

Liveness::Liveness(const Program& program, FunctionId function, LivenessOf what) : flow_(program, function) {
  for (uint32_t i = 0; i < program.variables().size(); ++i) {
    if (!program.variables()[i].function.valid()) globals_.push_back(VariableId(i));
  }
  for (VariableId global : globals_) bitOf(global);
  std::vector<std::vector<Transfer>> transfers(flow_.size());
  for (uint32_t node = 0; node < flow_.size(); ++node) {
    for (EdgeId edge : program[flow_.location(node)].out)
      transfers[node].push_back(transferOf(program, program[edge], what));
  }
  // Which variables have a bit is known now.
  for (std::vector<Transfer>& ofNode : transfers) {
    for (Transfer& transfer : ofNode) {
      std::erase_if(transfer.kills, [&](uint32_t variable) { return !bits_.contains(VariableId(variable)); });
      for (uint32_t& kill : transfer.kills) kill = bits_.at(VariableId(kill));
    }
  }
  live_.assign(flow_.size(), Bits((variables_.size() + 63) / 64));
  if (what == LivenessOf::Part) globalsAtEnds(program);
  solve(transfers);
}

uint32_t Liveness::bitOf(VariableId variable) {
  const auto [it, isNew] = bits_.try_emplace(variable, static_cast<uint32_t>(variables_.size()));
  if (isNew) variables_.push_back(variable);
  return it->second;
}

Liveness::Transfer Liveness::transferOf(const Program& program, const Edge& edge, LivenessOf what) {
  Transfer transfer{flow_.node(edge.target), {}, {}};
  std::unordered_set<VariableId> written, read;
  const auto use = [&](VariableId variable) {
    if (variable.valid() && !written.contains(variable) && read.insert(variable).second)
      transfer.uses.push_back(bitOf(variable));
  };
  const auto useAll = [&](std::span<const Term> terms) {
    for (Term variable : freeVariables(terms)) use(program.variableOf(variable));
  };
  if (!planted(Defect::UnusedGuard)) useAll(std::span(&edge.guard, 1));
  for (const Operation& operation : edge.operations) {
    useAll(operation.terms());
    if (what == LivenessOf::Part && (operation.as<Call>() || operation.isOfThreads()))
      for (VariableId global : globals_) use(global);
    if (what == LivenessOf::Whole && isLeakSearch(operation))
      for (uint32_t v = 0; v < program.variables().size(); ++v)
        if (program.variables()[v].sort() == program.pointerSort()) use(VariableId(v));
    const VariableId defined = operation.defines();
    if (defined.valid()) written.insert(defined);
  }
  for (VariableId variable : written) transfer.kills.push_back(variable.index());
  return transfer;
}

void Liveness::globalsAtEnds(const Program& program) {
  for (uint32_t node = 0; node < flow_.size(); ++node) {
    if (!ends(program[flow_.location(node)].kind)) continue;
    for (VariableId global : globals_) set(live_[node], bits_.at(global));
  }
}

void Liveness::solve(const std::vector<std::vector<Transfer>>& transfers) {
  const size_t words = (variables_.size() + 63) / 64;
  std::vector<bool> queued(flow_.size(), true);
  std::vector<uint32_t> work; // the last node first: information flows backwards
  for (uint32_t node = 0; node < flow_.size(); ++node) work.push_back(node);
  Bits through(words);
  while (!work.empty()) {
    const uint32_t node = work.back();
    work.pop_back();
    queued[node] = false;
    bool changed = false;
    for (const Transfer& transfer : transfers[node]) {
      through = live_[transfer.target];
      for (uint32_t bit : transfer.kills) through[bit / 64] &= ~(uint64_t{1} << (bit % 64));
      for (uint32_t bit : transfer.uses) set(through, bit);
      for (size_t i = 0; i < words; ++i) {
        changed |= (through[i] & ~live_[node][i]) != 0;
        live_[node][i] |= through[i];
      }
    }
    if (!changed) continue;
    for (uint32_t predecessor : flow_.graph().predecessors(node)) {
      if (queued[predecessor]) continue;
      queued[predecessor] = true;
      work.push_back(predecessor);
    }
  }
}

bool Liveness::isLive(VariableId variable, LocationId location) const {
  const uint32_t node = flow_.node(location);
  const auto bit = bits_.find(variable);
  return node != FlowGraph::kNone && bit != bits_.end() && (live_[node][bit->second / 64] >> (bit->second % 64) & 1);
}

std::vector<VariableId> Liveness::liveAt(LocationId location) const {
  std::vector<VariableId> result;
  const uint32_t node = flow_.node(location);
  if (node == FlowGraph::kNone) return result;
  const Bits& live = live_[node];
  for (size_t word = 0; word < live.size(); ++word)
    for (uint64_t rest = live[word]; rest != 0; rest &= rest - 1)
      result.push_back(variables_[64 * word + static_cast<size_t>(std::countr_zero(rest))]);
  std::sort(result.begin(), result.end());
  return result;
}

} // namespace assay
