#include "analysis/thread_futures.h"

#include "program/graph.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

void insert(ThreadFutures::Entries& into, uint32_t entry) {
  const auto at = std::ranges::lower_bound(into, entry);
  if (at == into.end() || *at != entry) into.insert(at, entry);
}

/// Whether `into` has become larger.
bool insertAll(ThreadFutures::Entries& into, const ThreadFutures::Entries& from) {
  if (std::ranges::includes(into, from)) return false;
  ThreadFutures::Entries both;
  std::ranges::set_union(into, from, std::back_inserter(both));
  into = std::move(both);
  return true;
}

/// Functions, those that are called or begin threads first.
std::vector<std::vector<uint32_t>> calleesFirst(const Program& program, const PointsTo& pointsTo) {
  Graph graph(static_cast<uint32_t>(program.functions().size()));
  for (uint32_t e = 0; e < program.edges().size(); ++e) {
    const Edge& edge = program.edges()[e];
    if (!edge.source.valid() || !pointsTo.isFollowed(EdgeId(e))) continue;
    const uint32_t caller = program[edge.source].function.index();
    for (const Operation& operation : edge.operations) {
      if (const Call* call = operation.as<Call>()) graph.addEdge(caller, call->callee.index());
      if (const Spawn* spawn = operation.as<Spawn>()) graph.addEdge(caller, spawn->callee.index());
    }
  }
  return stronglyConnectedComponents(graph);
}

} // namespace

ThreadFutures::ThreadFutures(const Program& program, uint32_t most)
    : program_(program), most_(most), pointsTo_(program, FollowedEdges::Possible),
      isAssigned_(program.variables().size()), isInAccesses_(program.variables().size()),
      isComputed_(program.functions().size()), from_(program.locations().size()) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations) {
      if (const VariableId variable = operation.defines(); variable.valid()) isAssigned_[variable.index()] = true;
      if (!operation.isOfThreads() && !operation.as<Call>()) continue;
      for (Term term : freeVariables(operation.terms())) isInAccesses_[program.variableOf(term).index()] = true;
    }
  for (const std::vector<uint32_t>& group : calleesFirst(program, pointsTo_))
    for (uint32_t function : group)
      if (program.functions()[function].hasBody()) computeFunction(FunctionId(function));
}

/// Those that call one another in a circle may do anything, as seen from one another.
void ThreadFutures::computeFunction(FunctionId function) {
  const FlowGraph flow(program_, function);
  std::vector<uint32_t> work;
  for (uint32_t node = 0; node < flow.size(); ++node) {
    Entries& ahead = from_[flow.location(node).index()];
    for (EdgeId edge : program_[flow.location(node)].out) {
      if (!pointsTo_.isFollowed(edge)) continue;
      for (const Operation& operation : program_[edge].operations) addOperation(operation, function, ahead);
    }
    work.push_back(node);
  }
  while (!work.empty()) {
    const uint32_t node = work.back();
    work.pop_back();
    for (uint32_t before : flow.graph().predecessors(node))
      if (insertAll(from_[flow.location(before).index()], from_[flow.location(node).index()])) work.push_back(before);
  }
  isComputed_[function.index()] = true;
}

void ThreadFutures::addOperation(const Operation& operation, FunctionId function, Entries& into) {
  if (const VariableId variable = operation.defines(); variable.valid() && isInAccesses_[variable.index()])
    insert(into, assignment(variable));
  if (const Step* step = operation.as<Step>(); step && step->access != AccessKind::None)
    insert(into, access(step->pointer, step->size, step->access == AccessKind::Write, function));
  if (const Await* await = operation.as<Await>()) {
    const Term size = program_.terms().mkBv(program_.layout().width, await->value.sort().width() / 8);
    insert(into, access(await->pointer, size, false, function));
  }
  if (const Call* call = operation.as<Call>()) addCallee(call->callee, call->arguments, false, function, into);
  if (const Spawn* spawn = operation.as<Spawn>()) addCallee(spawn->callee, spawn->arguments, true, function, into);
}

void ThreadFutures::addCallee(FunctionId callee, const std::vector<Term>& arguments, bool isSpawn, FunctionId function,
                              Entries& into) {
  const Function& called = program_[callee];
  if (!called.hasBody() || !isComputed_[callee.index()]) return insert(into, anything());
  Substitution passed(program_.terms());
  for (size_t i = 0; i < std::min(arguments.size(), called.parameters.size()); ++i)
    passed.add(program_[called.parameters[i]].term, arguments[i]);
  const auto isAssigned = [&](VariableId id) { return isAssigned_[id.index()]; };
  const bool hasAll = arguments.size() >= called.parameters.size();
  const auto isFollowed = [&](const Entry& entry) {
    if (!entry.isFixed || (isSpawn && !entry.threadLocals.empty())) return false;
    return entry.locals.empty() ||
           (hasAll && entries_.size() < most_ && std::ranges::none_of(entry.locals, isAssigned));
  };
  const Entries ahead = from(called.entry);
  for (uint32_t number : ahead) {
    const Entry entry = entries_[number];
    if (entry.assigned.valid()) {
      if (!isSpawn && program_[entry.assigned].isThreadLocal) insert(into, number);
    } else if (!isFollowed(entry)) {
      insert(into, loose(number));
    } else if (entry.locals.empty()) {
      insert(into, number);
    } else {
      insert(into, access(passed(entry.pointer), passed(entry.size), entry.isWrite, function));
    }
  }
}

uint32_t ThreadFutures::add(Entry entry) {
  entries_.push_back(std::move(entry));
  return static_cast<uint32_t>(entries_.size() - 1);
}

uint32_t ThreadFutures::access(Term pointer, Term size, bool isWrite, FunctionId function) {
  const auto [at, isNew] = accesses_.try_emplace({function, pointer.id(), size.id(), isWrite}, 0);
  if (!isNew) return at->second;
  Entry entry;
  entry.isWrite = isWrite;
  entry.isFixed = true;
  entry.targets = pointsTo_.of(pointer);
  const Term terms[] = {pointer, size};
  for (Term term : freeVariables(terms)) {
    const VariableId id = program_.variableOf(term);
    const Variable& variable = program_[id];
    if (variable.isThreadLocal) {
      entry.threadLocals.push_back(id);
    } else if (variable.function == function) {
      entry.locals.push_back(id);
    } else {
      entry.isFixed = false;
    }
  }
  if (entry.isFixed) {
    entry.pointer = pointer;
    entry.size = size;
  } else {
    entry.locals.clear();
    entry.threadLocals.clear();
  }
  return at->second = add(std::move(entry));
}

uint32_t ThreadFutures::loose(uint32_t number) {
  const Entry& entry = entries_[number];
  if (!entry.isFixed) return number;
  const auto [at, isNew] = loose_.try_emplace(number, 0);
  if (!isNew) return at->second;
  Entry result;
  result.isWrite = entry.isWrite;
  result.targets = entry.targets;
  return at->second = add(std::move(result));
}

uint32_t ThreadFutures::anything() {
  if (!anything_) {
    Entry entry;
    entry.isWrite = true;
    entry.targets = PointerSet::any();
    anything_ = add(std::move(entry));
  }
  return *anything_;
}

uint32_t ThreadFutures::assignment(VariableId variable) {
  const auto [at, isNew] = assignments_.try_emplace(variable, 0);
  if (!isNew) return at->second;
  Entry entry;
  entry.assigned = variable;
  return at->second = add(std::move(entry));
}

const ThreadFutures::Entries& ThreadFutures::turnFrom(LocationId location, uint32_t& depth, AtAwaits atAwaits) {
  const auto [at, isNew] = turns_.try_emplace({location, depth, atAwaits});
  if (isNew) at->second = findTurn(location, depth, atAwaits);
  depth = at->second.depth;
  return at->second.entries;
}

/// Every path until a step outside of regions, or until the function returns.
ThreadFutures::Turn ThreadFutures::findTurn(LocationId location, uint32_t depth, AtAwaits atAwaits) {
  Turn turn;
  const FunctionId function = program_[location].function;
  std::set<std::pair<LocationId, uint32_t>> seen;
  std::vector<std::pair<LocationId, uint32_t>> work{{location, depth}};
  while (!work.empty()) {
    const auto [at, depthThere] = work.back();
    work.pop_back();
    const bool isFirst = seen.empty();
    if (!seen.emplace(at, depthThere).second) continue;
    for (EdgeId id : program_[at].out) {
      if (!pointsTo_.isFollowed(id)) continue;
      uint32_t now = depthThere;
      bool goesOn = true, mayStop = !isFirst;
      for (const Operation& operation : program_[id].operations) {
        if (const Atomic* region = operation.as<Atomic>()) now = region->begins ? now + 1 : now - std::min(now, 1u);
        const bool isStop = operation.as<Step>() || operation.as<Await>() || operation.as<Call>();
        const bool waits = operation.as<Await>() && atAwaits == AtAwaits::Waits;
        if (isStop && mayStop && (now == 0 || waits)) {
          goesOn = false;
          break;
        }
        if (isStop) mayStop = true;
        // What a new thread does is none of this turn.
        if (!operation.as<Await>() && !operation.as<Spawn>()) addOperation(operation, function, turn.entries);
        if (operation.as<Return>()) {
          turn.depth = std::max(turn.depth, now);
          goesOn = false;
        }
      }
      if (goesOn) work.emplace_back(program_[id].target, now);
    }
  }
  return turn;
}

} // namespace assay
