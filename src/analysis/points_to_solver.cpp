#include "analysis/points_to_solver.h"

#include "program/liveness.h"
#include "term/bit_vector.h"
#include "term/traverse.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace assay {

namespace {

uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

// A pointer that is declared without a value is an input, which mostly nothing reads: as a pointer to anything it would
// spoil the whole analysis.
std::unordered_set<const Input*> findDeadInputs(const Program& program) {
  std::unordered_set<const Input*> result;
  std::unordered_map<FunctionId, std::unique_ptr<Liveness>> liveness; // of functions that need it
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    for (size_t i = 0; i < edge.operations.size(); ++i) {
      const Input* const input = edge.operations[i].as<Input>();
      if (!input || program[input->variable].sort() != program.pointerSort()) continue;
      if (!program[input->variable].function.valid()) continue;
      const Term variable = program[input->variable].term;
      bool isRead = false, isWritten = false;
      for (size_t j = i + 1; j < edge.operations.size() && !isRead && !isWritten; ++j) {
        const std::vector<Term> read = freeVariables(edge.operations[j].terms());
        isRead = std::find(read.begin(), read.end(), variable) != read.end();
        isWritten = edge.operations[j].defines() == input->variable;
      }
      if (!isRead && !isWritten) {
        const FunctionId function = program[edge.source].function;
        std::unique_ptr<Liveness>& known = liveness[function];
        if (!known) known = std::make_unique<Liveness>(program, function);
        isRead = known->isLive(input->variable, edge.target);
      }
      if (!isRead) result.insert(input);
    }
  }
  return result;
}

} // namespace

PointsToSolver::Operations::Operations(const Program& program)
    : usersOf(program.variables().size()), callsOf(program.functions().size()), guardedBy(program.variables().size()) {
  for (uint32_t e = 0; e < program.edges().size(); ++e) {
    const Edge& edge = program.edges()[e];
    firstOf.push_back(static_cast<uint32_t>(operations.size()));
    if (!edge.source.valid()) continue;
    for (Term variable : freeVariables(edge.guard))
      if (const VariableId v = program.variableOf(variable); v.valid()) guardedBy[v.index()].emplace_back(e);
    for (const Operation& operation : edge.operations) {
      const uint32_t number = static_cast<uint32_t>(operations.size());
      operations.push_back(&operation);
      edgeOf.emplace_back(e);
      if (const Allocate* allocate = operation.as<Allocate>()) {
        sites.push_back(allocate);
        siteOf[allocate] = static_cast<uint32_t>(program.objects.size() + sites.size());
      }
      if (const Call* call = operation.as<Call>()) callsOf[call->callee.index()].push_back(number);
      const std::vector<Term> read = operation.terms();
      for (Term variable : freeVariables(read))
        if (const VariableId v = program.variableOf(variable); v.valid()) usersOf[v.index()].push_back(number);
    }
  }
  firstOf.push_back(static_cast<uint32_t>(operations.size()));
}

PointsToSolver::PointsToSolver(const Program& program, PointerValues& values, FollowedEdges followed,
                               Unwritten unwritten)
    : program_(program), values_(values), all_(program), deadInputs_(findDeadInputs(program)),
      results_(program.functions().size()),
      shapes_(program, values, all_.sites, unwritten, [this](uint32_t object) { enqueue(readers_[object]); }),
      readers_(1 + program.objects.size() + all_.sites.size()),
      isQueued_(all_.operations.size(), followed == FollowedEdges::All),
      isReached_(program.locations().size(), followed == FollowedEdges::All),
      isFollowed_(program.edges().size(), followed == FollowedEdges::All) {
  if (followed == FollowedEdges::All)
    for (uint32_t i = static_cast<uint32_t>(all_.operations.size()); i-- > 0;) worklist_.push_back(i);
}

void PointsToSolver::solve() {
  for (uint32_t v = 0; v < program_.variables().size(); ++v)
    if (const Term initial = program_.variables()[v].initial) includeVariable(VariableId(v), values_.of(initial));
  for (VariableId v : program_[program_.entry()].parameters) includeVariable(v, PointerSet::any());
  reach(program_[program_.entry()].entry);
  while (!worklist_.empty() || !reached_.empty()) {
    if (!reached_.empty()) {
      const LocationId location = reached_.back();
      reached_.pop_back();
      for (EdgeId edge : program_[location].out) followIfPossible(edge);
      continue;
    }
    const uint32_t next = worklist_.back();
    worklist_.pop_back();
    isQueued_[next] = false;
    process(next);
  }
}

void PointsToSolver::reach(LocationId location) {
  if (!location.valid() || isReached_[location.index()]) return;
  isReached_[location.index()] = true;
  reached_.push_back(location);
}

void PointsToSolver::followIfPossible(EdgeId id) {
  const Edge& edge = program_[id];
  if (isFollowed_[id.index()] || !isReached_[edge.source.index()] || !values_.mayHold(edge.guard)) return;
  isFollowed_[id.index()] = true;
  for (uint32_t i = all_.firstOf[id.index()]; i < all_.firstOf[id.index() + 1]; ++i) enqueue(i);
  reach(edge.target);
}

void PointsToSolver::process(uint32_t number) {
  const Operation& operation = *all_.operations[number];
  operation.visit([&](const Assign& assign) { includeVariable(assign.variable, values_.of(assign.value)); },
                  [&](const Input& input) {
                    if (!deadInputs_.contains(&input)) includeVariable(input.variable, PointerSet::any());
                  },
                  [&](const Load& read) {
                    const uint32_t size = bytesOf(program_[read.variable].sort());
                    includeVariable(read.variable, load(number, read.pointer, size, program_[read.variable].isPointer));
                  },
                  [&](const Store& write) { store(write.pointer, write.value); },
                  [&](const Allocate& allocate) {
                    includeVariable(allocate.variable, {false, {{all_.siteOf.at(&allocate), {0, 0}}}});
                  },
                  [](const Free&) {}, [&](const Copy& copied) { copy(number, copied); },
                  [&](const Fill& filled) { fill(filled); },
                  [&](const Query& query) { includeVariable(query.variable, PointerSet::any()); },
                  [&](const Call& call) { processCall(call); },
                  [&](const Spawn& spawn) {
                    pass(spawn.callee, spawn.arguments);
                    reach(program_[spawn.callee].entry);
                    includeVariable(spawn.thread, PointerSet::any());
                  },
                  [&](const Await& await) {
                    load(number, await.pointer, bytesOf(await.value.sort()), false);
                    includeVariable(await.variable, PointerSet::any());
                  },
                  [](const OneOf<Step, Atomic> auto&) {},
                  [&](const Return& returned) {
                    const FunctionId function = program_[program_[all_.edgeOf[number]].source].function;
                    if (!returned.value || !include(results_[function.index()], values_.of(returned.value))) return;
                    enqueue(all_.callsOf[function.index()]);
                  });
}

void PointsToSolver::pass(FunctionId callee, const std::vector<Term>& arguments) {
  const std::vector<VariableId>& parameters = program_[callee].parameters;
  for (size_t i = 0; i < std::min(arguments.size(), parameters.size()); ++i)
    includeVariable(parameters[i], values_.of(arguments[i]));
}

void PointsToSolver::processCall(const Call& call) {
  const Function& callee = program_[call.callee];
  pass(call.callee, call.arguments);
  reach(callee.entry);
  if (call.result.valid())
    includeVariable(call.result, callee.hasBody() ? results_[call.callee.index()] : PointerSet::any());
}

void PointsToSolver::includeVariable(VariableId variable, const PointerSet& value) {
  if (!values_.add(variable, value)) return;
  enqueue(all_.usersOf[variable.index()]);
  for (EdgeId edge : all_.guardedBy[variable.index()]) followIfPossible(edge);
}

void PointsToSolver::enqueue(uint32_t operation) {
  if (isQueued_[operation]) return;
  isQueued_[operation] = true;
  worklist_.push_back(operation);
}

/// Those of edges that are followed.
void PointsToSolver::enqueue(const std::vector<uint32_t>& operations) {
  for (uint32_t operation : operations)
    if (isFollowed_[all_.edgeOf[operation].index()]) enqueue(operation);
}

void PointsToSolver::addReader(uint32_t object, uint32_t operation) {
  if (isReader_.insert(uint64_t{object} << 32 | operation).second) readers_[object].push_back(operation);
}

void PointsToSolver::store(Term pointer, Term value) {
  const PointerSet targets = values_.of(pointer), written = values_.of(value);
  if (targets.isAny) {
    shapes_.spoilAll();
    return;
  }
  for (const PointerTarget& target : targets.targets)
    if (isObject(target.object)) shapes_.write(target, bytesOf(value.sort()), written);
}

PointerSet PointsToSolver::load(uint32_t operation, Term pointer, uint32_t size, bool isPointer) {
  const PointerSet targets = values_.of(pointer);
  if (targets.isAny) {
    isReadAnywhere_ = true;
    return PointerSet::any();
  }
  PointerSet result;
  for (const PointerTarget& target : targets.targets) {
    if (!isObject(target.object)) continue;
    addReader(target.object, operation);
    const ObjectCell* const cell = shapes_.cellFor(target.object, target.offset, size);
    const bool isKnown = cell && (isPointer || !cell->isUnwritten);
    include(result, isKnown ? cell->value : PointerSet::any());
  }
  return result;
}

void PointsToSolver::copy(uint32_t operation, const Copy& copy) {
  const PointerSet to = values_.of(copy.target), from = values_.of(copy.source);
  if (to.isAny) shapes_.spoilAll();
  if (from.isAny) {
    isReadAnywhere_ = true;
    for (const PointerTarget& target : to.targets)
      if (isObject(target.object)) shapes_.spoil(target.object);
  }
  for (const PointerSet* side : {&to, &from})
    for (const PointerTarget& target : side->targets)
      if (isObject(target.object)) {
        shapes_.noteCopied(target.object);
        addReader(target.object, operation);
      }
  std::optional<uint64_t> size;
  if (copy.size.kind() == Kind::BvConst) size = copy.size.value().toUint64();
  for (const PointerTarget& target : to.targets)
    for (const PointerTarget& source : from.targets)
      if (isObject(target.object) && isObject(source.object)) shapes_.copy(target, source, size);
}

void PointsToSolver::fill(const Fill& fill) {
  const PointerSet targets = values_.of(fill.target);
  const bool isZero = fill.byte.kind() == Kind::BvConst && fill.byte.value().isZero();
  if (targets.isAny) shapes_.spoilAll();
  for (const PointerTarget& target : targets.targets) {
    if (!isObject(target.object)) continue;
    shapes_.noteCopied(target.object);
    if (isZero)
      shapes_.fillWithZeros(target.object);
    else
      shapes_.spoil(target.object);
  }
}

} // namespace assay
