#include "encode/threads/system_builder.h"

#include "encode/threads/thread_memory.h"
#include "program/graph.h"
#include "program/library_call.h"
#include "program/liveness.h"
#include "program/loops.h"
#include "program/threads.h"
#include "term/traverse.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <tuple>

namespace assay {

namespace {

class Builder {
public:
  Builder(const Program& program, const PointsTo& pointsTo, const SystemLimits& limits, const Deadline& deadline,
          MemoryUse& use)
      : program_(program), terms_(program.terms()), limits_(limits), deadline_(deadline),
        values_(program, pointsTo, limits.depth, use, system_),
        memory_(program, pointsTo, limits.addresses, use, values_, system_) {}

  ThreadSystem build();

private:
  using Constants = std::vector<std::pair<uint64_t, uint64_t>>;          // locals and what they hold, by their ids
  using PlaceKey = std::tuple<uint32_t, LocationId, uint32_t>;           // context, location, regions
  using NodeKey = std::tuple<uint32_t, LocationId, uint32_t, Constants>; // of a variant

  struct FunctionFacts {
    LoopForest loops;
    Liveness liveness;
    std::vector<bool> isOnCycle;
    FunctionFacts(const Program& program, FunctionId function)
        : loops(program, function), liveness(program, function), isOnCycle(locationsOnCycles(program, loops.flow())) {}
  };

  [[noreturn]] void fail(std::string what, SourcePosition position = {}) const {
    throw ThreadSystemFailure{std::move(what), position};
  }
  const FunctionFacts& factsOf(FunctionId function);

  // Paths.
  bool waitsAt(LocationId at) const;
  bool isCut(const ThreadPath& path) const;
  void expand(uint32_t node);
  void followFrom(uint32_t node, ThreadPath path, std::vector<ThreadPath>& open);
  void follow(uint32_t node, ThreadPath path, const Edge& edge, EdgeId id, std::vector<ThreadPath>& open);
  /// False: the path has ended.
  bool execute(uint32_t node, ThreadPath& path, const Operation& operation, EdgeId edge);
  bool call(uint32_t node, ThreadPath& path, const Call& call, EdgeId edge);
  bool giveBack(uint32_t node, ThreadPath& path, Term value);
  void spawn(uint32_t node, ThreadPath& path, const Spawn& spawn, EdgeId edge);
  void create(uint32_t node, ThreadPath& path, const Function& callee);
  bool isByRole(LocationId at) const;
  void callByRole(uint32_t node, ThreadPath& path);
  Term resultByRole(const Function& callee);
  Term conditionOf(const ThreadPath& path, const Await& await);
  bool goesOnAtOnce(uint32_t node, ThreadPath& path);
  void arrive(uint32_t node, ThreadPath path);
  void end(uint32_t node, const ThreadPath& path, ThreadMove::End end, LocationId location = {});
  ThreadMove moveOf(uint32_t node, const ThreadPath& path) const;
  uint32_t nodeFor(uint32_t context, LocationId at, uint32_t regions, const Constants& variant = {});
  /// By what the path's locals hold, if that tells nodes apart.
  Constants variantOf(const ThreadPath& path);
  SourcePosition placeOf(uint32_t context, LocationId at) const;
  /// Keeps constants that arrive; where one is none any more, the node is expanded again.
  void meet(uint32_t node, const std::unordered_map<Term, Term>& values);
  std::vector<Term> liveLocals(uint32_t context, LocationId at);
  void findOutWhoIsUnique();
  void keepAddressesConstant();

  const Program& program_;
  TermManager& terms_;
  const SystemLimits& limits_;
  const Deadline& deadline_;

  ThreadSystem system_;
  ThreadValues values_;
  ThreadMemory memory_;
  std::map<NodeKey, uint32_t> nodeNumbers_;
  std::map<PlaceKey, std::set<Constants>> variants_;
  std::vector<uint32_t> contextOfNode_, regionsOfNode_;
  // Creator, context, edge, and if variants are told apart the node.
  std::map<std::tuple<uint32_t, uint32_t, EdgeId, uint32_t>, uint32_t> threadNumbers_;
  std::vector<std::pair<uint32_t, EdgeId>> creations_; // by template: creator, edge
  std::map<FunctionId, std::unique_ptr<FunctionFacts>> facts_;
  std::deque<uint32_t> worklist_;
  std::vector<bool> isQueued_, isMet_;
};

const Builder::FunctionFacts& Builder::factsOf(FunctionId function) {
  std::unique_ptr<FunctionFacts>& facts = facts_[function];
  if (!facts) {
    facts = std::make_unique<FunctionFacts>(program_, function);
    if (facts->loops.isIrreducible()) fail("a loop with two ways in", program_[function].position);
  }
  return *facts;
}

/// Whether a thread that stands there lets others go on, even in an atomic region.
bool Builder::waitsAt(LocationId at) const {
  if (isByRole(at)) return program_[program_[at].function].role == ThreadRole::Join;
  return isInterruptible(program_, at) && program_[program_[at].out.front()].operations.front().as<Await>() != nullptr;
}

bool Builder::isCut(const ThreadPath& path) const {
  const Location& location = program_[path.at];
  if (location.kind != LocationKind::Plain) return false;
  if (waitsAt(path.at) || (path.regions == 0 && isInterruptible(program_, path.at))) return true;
  return isByRole(path.at) || facts_.at(location.function)->loops.isHead(path.at);
}

ThreadMove Builder::moveOf(uint32_t node, const ThreadPath& path) const {
  ThreadMove move;
  move.source = node;
  move.guard = terms_.mkAnd(path.guards);
  move.values = path.values;
  move.created = path.created;
  move.joined = path.joined;
  move.inputs = path.inputs;
  return move;
}

void Builder::end(uint32_t node, const ThreadPath& path, ThreadMove::End end, LocationId location) {
  ThreadMove move = moveOf(node, path);
  move.end = end;
  move.location = location;
  system_.nodes[node].moves.push_back(static_cast<uint32_t>(system_.moves.size()));
  system_.moves.push_back(std::move(move));
}

std::vector<Term> Builder::liveLocals(uint32_t context, LocationId at) {
  std::vector<Term> live;
  if (isByRole(at))
    for (VariableId parameter : program_[program_[at].function].parameters)
      live.push_back(values_.localOf(context, parameter));
  LocationId location = at;
  for (uint32_t c = context; c != kNoCaller; c = values_.context(c).parent) {
    for (VariableId variable : factsOf(values_.context(c).function).liveness.liveAt(location))
      if (program_[variable].function.valid()) live.push_back(values_.localOf(c, variable));
    std::ranges::move(memory_.stackCellsOf(c), std::back_inserter(live));
    if (values_.context(c).call.valid()) location = program_[values_.context(c).call].target;
  }
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& v = program_.variables()[i];
    if (!v.function.valid() && v.isThreadLocal) live.push_back(values_.localOf(context, VariableId(i)));
  }
  std::ranges::sort(live, precedes);
  live.erase(std::ranges::unique(live).begin(), live.end());
  return live;
}

Builder::Constants Builder::variantOf(const ThreadPath& path) {
  Constants constants;
  if (limits_.variants == 0) return constants;
  for (Term local : liveLocals(path.context, path.at))
    if (const auto known = path.values.find(local); known != path.values.end() && known->second.isValue())
      constants.emplace_back(local.id(), known->second.id());
  std::set<Constants>& known = variants_[{path.context, path.at, path.regions}];
  if (known.contains(constants)) return constants;
  if (known.size() >= limits_.variants) return {};
  known.insert(constants);
  return constants;
}

/// In the user's own code: of what a library function does, the call.
SourcePosition Builder::placeOf(uint32_t context, LocationId at) const {
  const std::vector<EdgeId>& out = program_[at].out;
  SourcePosition position = out.empty() ? program_[at].position : program_[out.front()].position;
  for (uint32_t c = context; c != kNoCaller; c = values_.context(c).parent) {
    const CallContext& call = values_.context(c);
    const std::vector<VariableId>& parameters = program_[call.function].parameters;
    if (parameters.empty() || !isLibraryCall(program_, parameters.back())) break;
    position = call.call.valid() ? program_[call.call].position : SourcePosition();
  }
  return position;
}

uint32_t Builder::nodeFor(uint32_t context, LocationId at, uint32_t regions, const Constants& variant) {
  const auto [it, isNew] =
      nodeNumbers_.try_emplace({context, at, regions, variant}, static_cast<uint32_t>(system_.nodes.size()));
  if (isNew) {
    if (system_.nodes.size() >= limits_.nodes) fail("too many places where threads may be interrupted");
    ThreadNode& node = system_.nodes.emplace_back();
    node.thread = values_.context(context).thread;
    node.location = at;
    node.position = placeOf(context, at);
    node.isOpen = regions == 0 || waitsAt(at);
    regionsOfNode_.push_back(regions);
    contextOfNode_.push_back(context);
    isQueued_.push_back(false);
    isMet_.push_back(false);
  }
  return it->second;
}

void Builder::meet(uint32_t number, const std::unordered_map<Term, Term>& values) {
  const uint32_t context = contextOfNode_[number];
  ThreadNode& node = system_.nodes[number];
  const bool isFirst = !isMet_[number];
  isMet_[number] = true;
  bool hasChanged = isFirst;
  if (isFirst) {
    node.locals = liveLocals(context, node.location);
    for (Term local : node.locals)
      if (const auto known = values.find(local); known != values.end() && known->second.isValue())
        node.constants.emplace(local, known->second);
  } else {
    for (auto it = node.constants.begin(); it != node.constants.end();) {
      const auto known = values.find(it->first);
      const bool isSame = known != values.end() && known->second == it->second;
      hasChanged |= !isSame;
      it = isSame ? std::next(it) : node.constants.erase(it);
    }
  }
  if (hasChanged && !isQueued_[number]) {
    isQueued_[number] = true;
    worklist_.push_back(number);
  }
}

void Builder::arrive(uint32_t from, ThreadPath path) {
  const uint32_t target = nodeFor(path.context, path.at, path.regions, variantOf(path));
  meet(target, path.values);
  ThreadMove move = moveOf(from, path);
  move.target = target;
  system_.nodes[from].moves.push_back(static_cast<uint32_t>(system_.moves.size()));
  system_.moves.push_back(std::move(move));
}

bool Builder::giveBack(uint32_t node, ThreadPath& path, Term value) {
  const CallContext context = values_.context(path.context);
  if (context.parent == kNoCaller) {
    // The program ends with its first thread.
    if (context.thread != 0)
      end(node, path, ThreadMove::End::Thread);
    else
      system_.nodes[node].mayStop = true;
    return false;
  }
  path.context = context.parent;
  const Edge& edge = program_[context.call];
  const Call* call = edge.operations.back().as<Call>();
  if (call->result.valid())
    values_.assign(path, call->result, value ? value : values_.fresh(program_[call->result].sort()));
  path.at = edge.target;
  return true;
}

bool Builder::call(uint32_t node, ThreadPath& path, const Call& call, EdgeId edge) {
  const Function& callee = program_[call.callee];
  if (!callee.hasBody()) {
    end(node, path, ThreadMove::End::Obstacle, program_[edge].source);
    return false;
  }
  const CallContext from = values_.context(path.context);
  std::vector<Term> arguments;
  for (size_t i = 0; i < call.arguments.size(); ++i)
    arguments.push_back(values_.evaluate(path, call.arguments[i],
                                         i < callee.parameters.size() && program_[callee.parameters[i]].isPointer));
  const uint32_t to = values_.contextFor(path.context, edge, call.callee, from.thread);
  factsOf(call.callee);
  path.context = to;
  for (size_t i = 0; i < std::min(callee.parameters.size(), arguments.size()); ++i)
    values_.assign(path, callee.parameters[i], arguments[i]);
  path.at = callee.entry;
  return true;
}

/// Whether the role says all that a call does. It is a move of its own.
bool Builder::isByRole(LocationId at) const {
  const Function& function = program_[program_[at].function];
  switch (function.role) {
  case ThreadRole::Create:
  case ThreadRole::Join:
  case ThreadRole::Detach:
    return at == function.entry;
  default:
    return false;
  }
}

void Builder::callByRole(uint32_t node, ThreadPath& path) {
  const CallContext context = values_.context(path.context);
  const Function& callee = program_[context.function];
  if (callee.role == ThreadRole::Create) create(node, path, callee);
  if (callee.role == ThreadRole::Join && !callee.parameters.empty()) {
    path.joined.push_back(values_.evaluate(path, program_[callee.parameters[0]].term));
    if (callee.parameters.size() > 1) {
      // What the thread returns is any value.
      const Term result = program_[callee.parameters[1]].term;
      const Term address = values_.evaluate(path, result, true);
      if (!address.isValue() || !address.value().isZero()) memory_.leaveVague(path, result, callee.position);
    }
  }
  path.context = context.parent;
  const Edge& edge = program_[context.call];
  if (const VariableId taker = edge.operations.back().as<Call>()->result; taker.valid())
    values_.assign(path, taker, resultByRole(callee));
  path.at = edge.target;
  path.hasBegun = true;
}

/// What a creation returns, which does not fail; others may.
Term Builder::resultByRole(const Function& callee) {
  Term result;
  for (LocationId location : callee.locations)
    for (EdgeId id : program_[location].out)
      for (const Operation& operation : program_[id].operations)
        if (const Return* returns = operation.as<Return>()) {
          if (!returns->value || !returns->value.isValue() || (result && result != returns->value))
            return values_.fresh(callee.result);
          result = returns->value;
        }
  return result ? result : values_.fresh(callee.result);
}

/// In the context of the model, of which all that matters is whom it creates and where it says so.
void Builder::create(uint32_t node, ThreadPath& path, const Function& callee) {
  const Spawn* spawn = nullptr;
  EdgeId edge;
  for (LocationId location : callee.locations)
    for (EdgeId id : program_[location].out)
      for (const Operation& operation : program_[id].operations)
        if (const Spawn* found = operation.as<Spawn>()) {
          if (spawn) fail("a model that creates several threads", callee.position);
          spawn = found;
          edge = id;
        }
  if (!spawn || callee.parameters.empty()) fail("a model that creates no thread", callee.position);
  for (Term argument : spawn->arguments)
    for (Term variable : freeVariables(argument))
      if (const VariableId id = program_.variableOf(variable);
          std::ranges::find(callee.parameters, id) == callee.parameters.end())
        values_.assign(path, id, values_.fresh(variable.sort()));
  this->spawn(node, path, *spawn, edge);
  const Term handle = values_.fresh(program_.pointerSort());
  path.values[system_.threads[path.created.back().thread].handle] = handle;
  memory_.store(path, program_[callee.parameters[0]].term, handle, callee.position);
}

void Builder::spawn(uint32_t node, ThreadPath& path, const Spawn& spawn, EdgeId edge) {
  const uint32_t creator = values_.context(path.context).thread;
  // A thread that creates its own kind is one of many.
  uint32_t number = kNoCaller;
  for (uint32_t t = creator; t != 0 && number == kNoCaller; t = creations_[t].first)
    if (creations_[t].second == edge) number = t;
  if (number == kNoCaller) {
    const auto [it, isNew] = threadNumbers_.try_emplace({creator, path.context, edge, limits_.variants == 0 ? 0 : node},
                                                        static_cast<uint32_t>(system_.threads.size()));
    number = it->second;
    if (isNew) {
      if (system_.threads.size() >= limits_.threads) fail("too many kinds of threads", program_[edge].position);
      const Term handle = terms_.mkFreshVariable("cell:handle", program_.pointerSort());
      system_.cells.push_back({handle, "handle of thread " + std::to_string(number), {}});
      system_.threads.push_back({spawn.callee, 0, true, handle});
      creations_.emplace_back(creator, edge);
      const uint32_t context = values_.contextFor(kNoCaller, edge, spawn.callee, number);
      factsOf(spawn.callee);
      system_.threads[number].start = nodeFor(context, program_[spawn.callee].entry, 0);
    }
  }
  CreatedThread created{number, {}};
  const uint32_t start = system_.threads[number].start;
  const uint32_t context = contextOfNode_[start];
  const std::vector<VariableId>& parameters = program_[spawn.callee].parameters;
  for (size_t i = 0; i < std::min(parameters.size(), spawn.arguments.size()); ++i) {
    const Term value = values_.evaluate(path, spawn.arguments[i], program_[parameters[i]].isPointer);
    if (const StackObject* object = values_.stackObject(value); object && creator != 0)
      values_.leaveVague(object->site);
    created.values[values_.localOf(context, parameters[i])] = value;
  }
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& v = program_.variables()[i];
    if (!v.function.valid() && v.isThreadLocal && v.initial)
      created.values[values_.localOf(context, VariableId(i))] = v.initial;
  }
  meet(start, created.values);
  path.created.push_back(std::move(created));
  values_.assign(path, spawn.thread, values_.fresh(program_[spawn.thread].sort()));
}

Term Builder::conditionOf(const ThreadPath& path, const Await& await) {
  const Term held = memory_.load(path, await.pointer, await.value.sort());
  const Term value = values_.evaluate(path, await.value);
  return await.kind == AwaitKind::Equal      ? terms_.mkEqual(held, value)
         : await.kind == AwaitKind::Distinct ? terms_.mkDistinct(held, value)
                                             : terms_.mkBvSge(held, value);
}

/// In an atomic region a thread waits only if the condition does not hold. True: the path goes on if it does; the other
/// case is a path of its own.
bool Builder::goesOnAtOnce(uint32_t node, ThreadPath& path) {
  if (!limits_.looksBeforeWaiting || path.regions == 0 || isByRole(path.at) || !waitsAt(path.at)) return false;
  const Edge& edge = program_[program_[path.at].out.front()];
  const Term goesOn = conditionOf(path, *edge.operations.front().as<Await>());
  if (goesOn.isFalse()) return false;
  if (!goesOn.isTrue()) {
    ThreadPath waiting = path;
    waiting.guards.push_back(terms_.mkNot(goesOn));
    arrive(node, std::move(waiting));
    path.guards.push_back(goesOn);
  }
  path.isMet = true;
  return true;
}

bool Builder::execute(uint32_t node, ThreadPath& path, const Operation& operation, EdgeId edge) {
  return operation.visit(
      [&](const Assign& a) {
        values_.assign(path, a.variable, values_.evaluate(path, a.value, program_[a.variable].isPointer));
        return true;
      },
      [&](const Input& input) {
        path.inputs.push_back(values_.fresh(program_[input.variable].sort()));
        values_.assign(path, input.variable, path.inputs.back());
        return true;
      },
      [&](const Load& l) {
        values_.assign(path, l.variable, memory_.load(path, l.pointer, program_[l.variable].sort()));
        return true;
      },
      [&](const Store& s) {
        memory_.store(path, s.pointer, values_.evaluate(path, s.value, true), operation.position);
        return true;
      },
      [&](const Allocate& a) {
        memory_.allocate(path, a,
                         factsOf(program_[program_[edge].source].function).isOnCycle[program_[edge].source.index()]);
        return true;
      },
      [&](const Free&) { return true; },
      [&](const OneOf<Copy, Fill> auto& o) {
        memory_.leaveVague(path, o.target, operation.position);
        return true;
      },
      [&](const Query& query) {
        values_.assign(path, query.variable, memory_.answer(path, query));
        return true;
      },
      [&](const Step&) { return true; },
      [&](const Spawn& s) {
        spawn(node, path, s, edge);
        return true;
      },
      [&](const Await& await) {
        if (path.isMet) {
          path.isMet = false;
          values_.assign(path, await.variable, terms_.mkTrue());
          return true;
        }
        // Where nobody can go on any more, somebody is told so.
        const Term goesOn = conditionOf(path, await);
        values_.assign(path, await.variable, values_.fresh(program_[await.variable].sort()));
        const Term told = path.values.at(values_.localOf(path.context, await.variable));
        path.guards.push_back(terms_.mkImplies(told, goesOn));
        return true;
      },
      [&](const Atomic& atomic) {
        if (atomic.begins)
          ++path.regions;
        else if (path.regions > 0)
          --path.regions;
        return true;
      },
      [&](const Call& c) { return call(node, path, c, edge); },
      [&](const Return& r) {
        const bool isPointer = r.value && r.value.sort() == program_.pointerSort();
        return giveBack(node, path, r.value ? values_.evaluate(path, r.value, isPointer) : Term());
      });
}

void Builder::follow(uint32_t node, ThreadPath path, const Edge& edge, EdgeId id, std::vector<ThreadPath>& open) {
  const Term guard = values_.evaluate(path, edge.guard);
  if (guard.isFalse()) return;
  if (!guard.isTrue()) path.guards.push_back(guard);
  path.hasBegun = true;
  path.at = edge.target;
  for (const Operation& operation : edge.operations)
    if (!execute(node, path, operation, id)) return;
  open.push_back(std::move(path));
}

void Builder::followFrom(uint32_t node, ThreadPath path, std::vector<ThreadPath>& open) {
  if (path.hasBegun && isCut(path) && !goesOnAtOnce(node, path)) return arrive(node, std::move(path));
  const Location& location = program_[path.at];
  switch (location.kind) {
  case LocationKind::Plain:
    if (isByRole(path.at)) {
      callByRole(node, path);
      open.push_back(std::move(path));
      return;
    }
    for (EdgeId id : location.out) follow(node, path, program_[id], id, open);
    return;
  case LocationKind::Error:
    end(node, path, ThreadMove::End::Error, path.at);
    // Where all violations are looked for, executions go on behind one.
    for (EdgeId id : location.out) follow(node, path, program_[id], id, open);
    return;
  case LocationKind::Unsupported:
  case LocationKind::Limit:
    return end(node, path, ThreadMove::End::Obstacle, path.at);
  case LocationKind::ThreadEnd:
    return end(node, path, ThreadMove::End::Thread);
  case LocationKind::Exit:
  case LocationKind::Halt:
  case LocationKind::Abort:
  case LocationKind::Blocked:
    system_.nodes[node].mayStop = true;
    return;
  }
}

void Builder::expand(uint32_t number) {
  system_.nodes[number].moves.clear();
  system_.nodes[number].mayStop = false;
  ThreadPath path;
  path.context = contextOfNode_[number];
  path.at = system_.nodes[number].location;
  path.regions = regionsOfNode_[number];
  for (const auto& [local, value] : system_.nodes[number].constants) path.values[local] = value;
  std::vector<ThreadPath> open{std::move(path)};
  uint32_t numPaths = 0;
  while (!open.empty()) {
    if (deadline_.expired()) fail("out of time");
    if (++numPaths > limits_.paths * 20 || open.size() > limits_.paths)
      fail("too many paths between two steps", program_[system_.nodes[number].location].position);
    ThreadPath next = std::move(open.back());
    open.pop_back();
    followFrom(number, std::move(next), open);
  }
}

/// A kind is unique if its creator is, and does not come to the place twice.
void Builder::findOutWhoIsUnique() {
  const auto successors = [&](uint32_t node, std::set<uint32_t>& seen) {
    std::vector<uint32_t> open{node};
    while (!open.empty()) {
      const uint32_t n = open.back();
      open.pop_back();
      if (!seen.insert(n).second) continue;
      for (uint32_t m : system_.nodes[n].moves)
        if (system_.moves[m].end == ThreadMove::End::Node) open.push_back(system_.moves[m].target);
    }
  };
  std::vector<std::vector<const ThreadMove*>> creators(system_.threads.size());
  for (const ThreadNode& node : system_.nodes)
    for (uint32_t m : node.moves)
      for (const CreatedThread& created : system_.moves[m].created)
        creators[created.thread].push_back(&system_.moves[m]);
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (uint32_t t = 1; t < system_.threads.size(); ++t) {
      if (!system_.threads[t].isUnique) continue;
      bool isUnique = true;
      for (const ThreadMove* move : creators[t]) {
        isUnique &= system_.threads[system_.nodes[move->source].thread].isUnique;
        isUnique &= std::ranges::count(move->created, t, &CreatedThread::thread) == 1;
        std::set<uint32_t> behind;
        if (move->end == ThreadMove::End::Node) successors(move->target, behind);
        for (const ThreadMove* other : creators[t]) {
          isUnique &= !behind.contains(other->source);
          isUnique &= system_.nodes[other->source].thread == system_.nodes[move->source].thread;
        }
      }
      if (isUnique) continue;
      system_.threads[t].isUnique = false;
      hasChanged = true;
    }
  }
}

/// A local that may hold one of several addresses has no value that could be reasoned about where one of them is made up.
void Builder::keepAddressesConstant() {
  const auto check = [&](uint32_t node, const std::unordered_map<Term, Term>& values) {
    for (Term local : system_.nodes[node].locals)
      if (const auto value = values.find(local);
          value != values.end() && !system_.nodes[node].constants.contains(local))
        if (const StackObject* object = values_.stackObject(value->second)) values_.leaveVague(object->site);
  };
  for (const ThreadNode& node : system_.nodes)
    for (uint32_t number : node.moves) {
      const ThreadMove& move = system_.moves[number];
      if (move.end == ThreadMove::End::Node) check(move.target, move.values);
      for (const CreatedThread& created : move.created) check(system_.threads[created.thread].start, created.values);
    }
}

ThreadSystem Builder::build() {
  const FunctionId entry = program_.entry();
  system_.threads.push_back({entry, 0, true, {}});
  creations_.emplace_back(0, EdgeId());
  const uint32_t context = values_.contextFor(kNoCaller, EdgeId(), entry, 0);
  factsOf(entry);
  system_.threads[0].start = nodeFor(context, program_[entry].entry, 0);
  std::unordered_map<Term, Term> values;
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& v = program_.variables()[i];
    if (!v.function.valid() && v.isThreadLocal && v.initial)
      values[values_.localOf(context, VariableId(i))] = v.initial;
  }
  meet(system_.threads[0].start, values);
  while (!worklist_.empty()) {
    const uint32_t node = worklist_.front();
    worklist_.pop_front();
    isQueued_[node] = false;
    expand(node);
    if (memory_.hasChanged()) throw MoreIsKnown{};
  }
  findOutWhoIsUnique();
  keepAddressesConstant();
  for (ThreadNode& node : system_.nodes)
    std::erase_if(node.locals, [&](Term local) { return node.constants.contains(local); });
  return std::move(system_);
}

} // namespace

ThreadSystem threadSystemOf(const Program& program, const PointsTo& pointsTo, const SystemLimits& limits,
                            const Deadline& deadline) {
  MemoryUse use;
  for (uint32_t round = 0; round < 200; ++round) {
    try {
      return Builder(program, pointsTo, limits, deadline, use).build();
    } catch (const MoreIsKnown&) {
      continue;
    } catch (const ThreadSystemFailure& failure) {
      ThreadSystem none;
      none.failure = failure.what;
      none.failedAt = failure.position;
      return none;
    }
  }
  ThreadSystem none;
  none.failure = "memory was not settled";
  return none;
}

} // namespace assay
