#include "transform/slice.h"

#include "program/call_graph.h"
#include "program/dominators.h"
#include "program/graph.h"
#include "program/leak_checks.h"
#include "program/leak_search.h"
#include "term/traverse.h"
#include "util/planted.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>
#include <utility>

namespace assay {

namespace {

const Call* callOf(const Edge& edge) { return edge.operations.empty() ? nullptr : edge.operations.back().as<Call>(); }

/// Ends that an execution need not reach: if a loop is left for such ends only, it may go on for ever.
std::vector<bool> badEnds(const Program& program, const FlowGraph& flow) {
  std::vector<bool> isBad(flow.size());
  for (uint32_t node = 0; node < flow.size(); ++node) {
    const LocationKind kind = program[flow.location(node)].kind;
    isBad[node] = kind == LocationKind::Error || kind == LocationKind::Unsupported || kind == LocationKind::Limit;
  }
  return isBad;
}

/// Step 1: cuts off what cannot reach a target.
class Pruner {
public:
  Pruner(Program& program, PropertySet properties)
      : program_(program), properties_(properties), leaks_(leakChecksOf(properties)),
        useful_(program.locations().size()) {}

  std::vector<bool> run() {
    findCallers();
    for (uint32_t i = 0; i < program_.locations().size(); ++i)
      if (isTarget(program_[LocationId(i)])) mark(LocationId(i));
    for (LocationId caller : foreignCallers_) mark(caller); // an engine treats it as unsupported
    follow();
    if (leaks_.memtrack) findEndless();
    for (LocationId location : endless_) mark(location);
    follow();
    cut();
    return std::move(useful_);
  }
  /// On loops that have to stay.
  std::vector<LocationId> takeEndless() { return std::move(endless_); }

private:
  bool isTarget(const Location& location) const {
    if (location.kind == LocationKind::Unsupported || location.kind == LocationKind::Limit) return true;
    if (location.kind == LocationKind::Abort) return leaks_.any();
    return location.kind == LocationKind::Error && properties_.contains(location.property);
  }

  void mark(LocationId location) {
    if (useful_[location.index()]) return;
    useful_[location.index()] = true;
    work_.push_back(location);
  }

  void findCallers() {
    callsOf_.resize(program_.functions().size());
    for (uint32_t i = 0; i < program_.edges().size(); ++i) {
      const Edge& edge = program_.edges()[i];
      const Call* call = edge.source.valid() ? callOf(edge) : nullptr;
      if (!call) continue;
      callsOf_[call->callee.index()].push_back(EdgeId(i));
      if (!program_[call->callee].hasBody()) foreignCallers_.push_back(edge.source);
    }
  }

  /// Loops, and functions that call themselves, from which no target can be reached, or an assumption that may fail.
  void findEndless() {
    std::vector<bool> reachesTarget = useful_;
    useful_.assign(useful_.size(), false);
    for (uint32_t i = 0; i < program_.locations().size(); ++i)
      if (program_[LocationId(i)].kind == LocationKind::Blocked) mark(LocationId(i));
    follow();
    const std::vector<bool> reachesAssumption = std::exchange(useful_, std::move(reachesTarget));
    const CallGraph calls(program_);
    for (uint32_t i = 0; i < program_.functions().size(); ++i) {
      const FunctionId function(i);
      if (!program_[function].hasBody()) continue;
      const FlowGraph flow(program_, function);
      for (const std::vector<uint32_t>& component : stronglyConnectedComponents(flow.graph())) {
        if (!isCycle(flow.graph(), component) && !calls.isRecursive(function)) continue;
        for (uint32_t node : component) {
          const LocationId location = flow.location(node);
          if (program_[location].kind == LocationKind::Plain &&
              (!useful_[location.index()] || reachesAssumption[location.index()]))
            endless_.push_back(location);
        }
      }
    }
  }

  /// Backwards over edges, from a callee's entry to the call, from behind a call to the callee's exit.
  void follow() {
    while (!work_.empty()) {
      const LocationId id = work_.back();
      work_.pop_back();
      for (EdgeId edge : program_[id].in) {
        const Call* call = callOf(program_[edge]);
        if (!call) {
          mark(program_[edge].source);
        } else if (program_[call->callee].hasBody()) {
          mark(program_[call->callee].exit);
        }
      }
      const Function& function = program_[program_[id].function];
      if (function.entry != id) continue;
      for (EdgeId call : callsOf_[program_[id].function.index()]) mark(program_[call].source);
    }
  }

  LocationId haltOf(FunctionId function) {
    halt_.resize(program_.functions().size());
    LocationId& halt = halt_[function.index()];
    if (!halt.valid()) {
      halt = program_.addLocation(function, LocationKind::Halt);
      program_[halt].message = "no error can be reached from here";
      useful_.push_back(false);
    }
    return halt;
  }

  void cut() {
    for (uint32_t i = 0; i < program_.functions().size(); ++i) {
      const FunctionId id(i);
      const LocationId entry = program_[id].entry;
      if (!entry.valid() || useful_[entry.index()] || program_[entry].kind != LocationKind::Plain) continue;
      const std::vector<EdgeId> out = program_[entry].out;
      for (EdgeId edge : out) program_.removeEdge(edge);
      program_.addEdge(entry, haltOf(id), program_.terms().mkTrue());
    }
    for (uint32_t i = 0; i < program_.edges().size(); ++i) {
      Edge& edge = program_[EdgeId(i)];
      if (!edge.source.valid() || !useful_[edge.source.index()] || useful_[edge.target.index()]) continue;
      const Call* call = callOf(edge);
      const bool callMatters =
          call && (!program_[call->callee].hasBody() || useful_[program_[call->callee].entry.index()]);
      if (!callMatters) edge.operations.clear();
      if (program_[edge.target].kind == LocationKind::Blocked) continue;
      program_.redirect(EdgeId(i), edge.source, haltOf(program_[edge.source].function));
    }
  }

  Program& program_;
  PropertySet properties_;
  LeakChecks leaks_;
  std::vector<bool> useful_;
  std::vector<LocationId> work_;
  std::vector<std::vector<EdgeId>> callsOf_; // by callee
  std::vector<LocationId> foreignCallers_, endless_;
  std::vector<LocationId> halt_; // by function
};

enum class SliceFor : uint8_t { Safety, Termination };

/// Step 2: what matters. Two worklists: variables whose values do, and locations that must be reached as before.
class Relevance {
public:
  Relevance(const Program& program, SliceFor purpose, SlicedInputs inputs, const std::vector<bool>& useful,
            const std::vector<LocationId>& endless)
      : program_(program), purpose_(purpose), inputs_(inputs), useful_(useful), endless_(endless),
        isVariable_(program.variables().size()), isLocation_(program.locations().size()),
        isFunction_(program.functions().size()), isResult_(program.functions().size()),
        writers_(program.variables().size()), controllers_(program.locations().size()),
        callsOf_(program.functions().size()) {}

  void run() {
    for (uint32_t i = 0; i < program_.functions().size(); ++i) {
      if (program_[FunctionId(i)].hasBody()) findControllers(FunctionId(i));
    }
    for (uint32_t i = 0; i < program_.edges().size(); ++i) indexEdge(EdgeId(i));
    for (const Edge& edge : program_.edges()) {
      if (edge.source.valid()) seedEdge(edge);
    }
    for (uint32_t i = 0; i < program_.locations().size(); ++i) seedLocation(LocationId(i));
    for (LocationId location : endless_) {
      addLocation(location);
      if (program_[location].out.size() > 1) addBranch(location);
    }
    if (purpose_ == SliceFor::Termination) seedCycles();
    while (!variables_.empty() || !locations_.empty()) {
      if (!variables_.empty()) {
        const VariableId variable = variables_.back();
        variables_.pop_back();
        follow(variable);
      } else {
        const LocationId location = locations_.back();
        locations_.pop_back();
        addFunction(program_[location].function);
        addControllers(location);
      }
    }
  }

  bool isRelevant(VariableId variable) const { return isVariable_[variable.index()]; }
  bool isResult(FunctionId function) const { return isResult_[function.index()]; }
  bool isBranch(LocationId location) const { return branches_.contains(location); }
  bool isRelevant(const Operation& operation) const {
    if (isAlwaysRelevant(operation)) return true;
    const VariableId defined = operation.defines();
    if (defined.valid() && isRelevant(defined)) return true;
    return operation.visit(
        [](const Return&) { return true; },
        [&](const Call& call) { return isFunction_[call.callee.index()] || !program_[call.callee].hasBody(); },
        [](const OneOf<Assign, Input> auto&) { return false; }, [](const OfMemory auto&) { return false; },
        NoThreads<bool>());
  }

private:
  bool isAlwaysRelevant(const Operation& operation) const {
    return operation.visit([](const OneOf<Store, Allocate, Free, Copy, Fill> auto&) { return true; },
                           [&](const Input&) { return inputs_ == SlicedInputs::Kept; },
                           [&](const Load&) { return purpose_ == SliceFor::Termination; },
                           [](const OneOf<Query, Assign, Call, Return> auto&) { return false; }, NoThreads<bool>());
  }

  /// Branches that decide whether a location is reached: walk up the post-dominator tree from each successor of a
  /// branch to what post-dominates the branch itself.
  void findControllers(FunctionId function) {
    const FlowGraph flow(program_, function);
    const PostDominators post(flow, badEnds(program_, flow));
    for (uint32_t node = 0; node < flow.size(); ++node) {
      const std::vector<uint32_t>& successors = flow.graph().successors(node);
      // Where a loop goes on for ever, post-dominators pretend that one location leads to the end: it is a branch to
      // them.
      if (successors.size() < 2 && purpose_ == SliceFor::Safety) continue;
      for (uint32_t at : successors) {
        for (; at != post.end() && at != post.tree().parent(node); at = post.tree().parent(at)) {
          std::vector<LocationId>& list = controllers_[flow.location(at).index()];
          if (list.empty() || list.back() != flow.location(node)) list.push_back(flow.location(node));
        }
      }
    }
  }

  void indexEdge(EdgeId id) {
    const Edge& edge = program_[id];
    if (!edge.source.valid()) return;
    for (uint32_t i = 0; i < edge.operations.size(); ++i) {
      const VariableId defined = edge.operations[i].defines();
      if (defined.valid()) writers_[defined.index()].emplace_back(id, i);
    }
    if (const Call* call = callOf(edge)) callsOf_[call->callee.index()].push_back(id);
  }

  void seedEdge(const Edge& edge) {
    for (const Operation& operation : edge.operations) {
      const Call* call = operation.as<Call>();
      const bool isForeign = call && !program_[call->callee].hasBody();
      if (!isForeign && !isAlwaysRelevant(operation)) continue;
      addTerms(operation.terms());
      addEdge(edge);
    }
  }

  void seedCycles() {
    const CallGraph calls(program_);
    for (uint32_t i = 0; i < program_.functions().size(); ++i) {
      if (!program_[FunctionId(i)].hasBody()) continue;
      if (calls.isRecursive(FunctionId(i))) addLocation(program_[FunctionId(i)].entry);
      const FlowGraph flow(program_, FunctionId(i));
      for (uint32_t node = 0; node < flow.size(); ++node)
        for (uint32_t target : flow.graph().successors(node))
          if (target <= node) addLocation(flow.location(target));
    }
  }

  void seedLocation(LocationId id) {
    const Location& location = program_[id];
    const bool isEnd = location.kind != LocationKind::Plain && location.kind != LocationKind::Exit;
    if (purpose_ == SliceFor::Termination && isEnd) addLocation(id);
    switch (location.kind) {
    case LocationKind::Plain:
      return;
    case LocationKind::Exit: // whether a function returns matters to what comes behind the call
      if (useful_[id.index()]) addControllers(id);
      return;
    case LocationKind::Error:
    case LocationKind::Unsupported:
    case LocationKind::Limit:
    case LocationKind::Abort:
      if (useful_[id.index()]) addLocation(id);
      [[fallthrough]];
    default:
      addFunction(location.function); // it may end the program
    }
  }

  void follow(VariableId variable) {
    for (const auto& [id, index] : writers_[variable.index()]) {
      const Edge& edge = program_[id];
      const Operation& operation = edge.operations[index];
      if (!planted(Defect::SlicedBranch)) addEdge(edge);
      if (const Call* call = operation.as<Call>()) {
        addResult(call->callee);
        continue;
      }
      addTerms(operation.terms());
      if (isLeakSearch(operation)) addPointers();
    }
    const FunctionId owner = program_[variable].function;
    if (!owner.valid()) return;
    const std::vector<VariableId>& parameters = program_[owner].parameters;
    for (size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] != variable) continue;
      for (EdgeId call : callsOf_[owner.index()]) addTerms(std::span(&callOf(program_[call])->arguments[i], 1));
    }
  }

  /// Whether a block is tracked depends on every variable that can hold a pointer.
  void addPointers() {
    for (uint32_t i = 0; i < program_.variables().size(); ++i) {
      const Sort sort = program_.variables()[i].sort();
      if (sort.isBitVec() && sort.width() >= program_.layout().width) addVariable(VariableId(i));
    }
  }

  void addVariable(VariableId variable) {
    if (isVariable_[variable.index()]) return;
    isVariable_[variable.index()] = true;
    variables_.push_back(variable);
  }
  void addTerms(std::span<const Term> terms) {
    for (Term variable : freeVariables(terms)) addVariable(program_.variableOf(variable));
  }
  void addLocation(LocationId location) {
    if (isLocation_[location.index()]) return;
    isLocation_[location.index()] = true;
    locations_.push_back(location);
  }
  void addControllers(LocationId location) {
    for (LocationId branch : controllers_[location.index()]) addBranch(branch);
  }
  void addBranch(LocationId branch) {
    if (!branches_.insert(branch).second) return;
    for (EdgeId edge : program_[branch].out) addTerms(std::span(&program_[edge].guard, 1));
    addLocation(branch);
  }
  /// Something on the edge matters: so does whether it is taken.
  void addEdge(const Edge& edge) {
    addLocation(edge.source);
    if (program_[edge.source].out.size() > 1) addBranch(edge.source);
  }
  void addFunction(FunctionId function) {
    if (isFunction_[function.index()]) return;
    isFunction_[function.index()] = true;
    for (EdgeId call : callsOf_[function.index()]) addEdge(program_[call]);
  }
  void addResult(FunctionId function) {
    if (isResult_[function.index()] || !program_[function].hasBody()) return;
    isResult_[function.index()] = true;
    for (EdgeId id : program_[program_[function].exit].in) {
      const Edge& edge = program_[id];
      if (edge.operations.empty() || !edge.operations.back().as<Return>()) continue;
      addTerms(edge.operations.back().terms());
      addEdge(edge);
    }
  }

  const Program& program_;
  const SliceFor purpose_;
  const SlicedInputs inputs_;
  const std::vector<bool>& useful_;
  const std::vector<LocationId>& endless_;
  std::vector<bool> isVariable_, isLocation_, isFunction_, isResult_;
  std::unordered_set<LocationId> branches_;
  std::vector<std::vector<std::pair<EdgeId, uint32_t>>> writers_; // by variable: edge and operation
  std::vector<std::vector<LocationId>> controllers_;              // by location
  std::vector<std::vector<EdgeId>> callsOf_;                      // by callee
  std::vector<VariableId> variables_;
  std::vector<LocationId> locations_;
};

/// Step 3: removes the rest.
class Remover {
public:
  Remover(Program& program, const Relevance& relevance, SliceResult& result)
      : program_(program), relevance_(relevance), result_(result) {}

  void run() {
    for (uint32_t i = 0; i < program_.functions().size(); ++i) {
      if (program_[FunctionId(i)].hasBody()) removeBranches(FunctionId(i));
    }
    for (uint32_t i = 0; i < program_.edges().size(); ++i) {
      if (program_[EdgeId(i)].source.valid()) removeOperations(program_[EdgeId(i)]);
    }
  }

private:
  void removeOperations(Edge& edge) {
    const FunctionId function = program_[edge.source].function;
    const size_t before = edge.operations.size();
    std::erase_if(edge.operations, [&](const Operation& operation) { return !relevance_.isRelevant(operation); });
    result_.operationsRemoved += static_cast<unsigned>(before - edge.operations.size());
    if (edge.operations.empty()) return;
    // An argument or result that is never read is passed as zero. So it needs no variables.
    if (auto* ret = std::get_if<Return>(&edge.operations.back().action)) {
      if (ret->value && !relevance_.isResult(function)) ret->value = program_.terms().mkZero(ret->value.sort());
    }
    if (auto* call = std::get_if<Call>(&edge.operations.back().action)) {
      const Function& callee = program_[call->callee];
      for (size_t i = 0; callee.hasBody() && i < call->arguments.size(); ++i) {
        if (relevance_.isRelevant(callee.parameters[i])) continue;
        call->arguments[i] = program_.terms().mkZero(call->arguments[i].sort());
      }
    }
  }

  /// Where the edges that are removed lead to the exit, they return a value that nothing reads.
  std::vector<Operation> returnAt(LocationId location) const {
    if (program_[location].kind != LocationKind::Exit) return {};
    const Sort sort = program_[program_[location].function].result;
    return {{Return{sort.isNull() ? Term() : program_.terms().mkZero(sort)}, {}}};
  }

  void removeBranches(FunctionId function) {
    const FlowGraph flow(program_, function);
    const PostDominators post(flow, badEnds(program_, flow));
    for (uint32_t node = 0; node < flow.size(); ++node) {
      const LocationId location = flow.location(node);
      if (program_[location].out.size() < 2 || relevance_.isBranch(location)) continue;
      const LocationId meeting = post.immediate(location);
      if (!meeting.valid()) continue;
      const std::vector<EdgeId> out = program_[location].out;
      const SourcePosition position = program_[out[0]].position;
      for (EdgeId edge : out) program_.removeEdge(edge);
      program_.addEdge(location, meeting, program_.terms().mkTrue(), returnAt(meeting), position);
      ++result_.branchesRemoved;
    }
  }

  Program& program_;
  const Relevance& relevance_;
  SliceResult& result_;
};

} // namespace

SliceResult sliceProgram(Program& program, PropertySet properties, SlicedInputs inputs) {
  SliceResult result;
  const size_t locations = program.locations().size();
  Pruner pruner(program, properties);
  const std::vector<bool> useful = pruner.run();
  const std::vector<LocationId> endless = pruner.takeEndless();
  Relevance relevance(program, SliceFor::Safety, inputs, useful, endless);
  relevance.run();
  Remover(program, relevance, result).run();
  program.compact();
  result.locationsRemoved = static_cast<unsigned>(locations - std::min(locations, program.locations().size()));
  return result;
}

namespace {

/// The locations that compact() keeps, in their order.
std::vector<LocationId> keptLocations(const Program& program) {
  std::vector<LocationId> kept;
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    const Function& function = program.functions()[i];
    if (!function.hasBody()) continue;
    const FlowGraph flow(program, FunctionId(i));
    kept.insert(kept.end(), flow.locations().begin(), flow.locations().end());
    if (function.exit.valid() && flow.node(function.exit) == FlowGraph::kNone) kept.push_back(function.exit);
  }
  std::ranges::sort(kept);
  return kept;
}

} // namespace

LocationId TerminationSlice::inSlice(LocationId original) const {
  const auto it = std::lower_bound(origin.begin(), origin.end(), original);
  return it == origin.end() || *it != original ? LocationId() : LocationId(static_cast<uint32_t>(it - origin.begin()));
}

TerminationSlice sliceForTermination(Program& program) {
  TerminationSlice slice;
  const size_t locations = program.locations().size();
  const std::vector<bool> useful(locations, true);
  const std::vector<LocationId> endless;
  Relevance relevance(program, SliceFor::Termination, SlicedInputs::Kept, useful, endless);
  relevance.run();
  Remover(program, relevance, slice.result).run();
  slice.origin = keptLocations(program);
  program.compact();
  assert(slice.origin.size() == program.locations().size());
  slice.result.locationsRemoved = static_cast<unsigned>(locations - slice.origin.size());
  return slice;
}

} // namespace assay
