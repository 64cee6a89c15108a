#include "analysis/threads/join_loops.h"

#include "analysis/threads/thread_state.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <set>

namespace assay {

namespace {

constexpr uint64_t kMostThreads = 4096;
constexpr int kMostSteps = 64; // back to where a counter is set

/// A loop that counts.
struct Counted {
  const Loop* loop = nullptr;
  VariableId counter;
  uint64_t first = 0, numIterations = 0;
  EdgeId step; // where it counts
  Term goesOn; // the condition over the counter
  std::vector<EdgeId> exits;
};

class JoinLoops {
public:
  JoinLoops(const Program& program, FunctionId function)
      : program_(program), terms_(program.terms()), function_(function), loops_(program, function) {}

  std::vector<JoinLoop> find() {
    std::vector<JoinLoop> result;
    if (loops_.isIrreducible()) return result;
    for (LocationId from : program_[function_].locations)
      for (EdgeId edge : program_[from].out) {
        const Call* call = callOf(edge);
        if (!call) continue;
        const ThreadRole role = program_[call->callee].role;
        if (role == ThreadRole::Create) creates_.push_back(edge);
        if (role == ThreadRole::Join) joins_.push_back(edge);
      }
    for (EdgeId create : creates_)
      for (EdgeId join : joins_)
        if (std::optional<JoinLoop> found = match(create, join)) result.push_back(std::move(*found));
    return result;
  }

  std::optional<CreateLoop> createLoop(EdgeId create) const {
    if (loops_.isIrreducible()) return {};
    const std::optional<Counted> counted = countedAt(create);
    if (!counted || !comesBefore(*counted->loop, create, counted->step) || counted->numIterations == 0) return {};
    CreateLoop result{
        counted->counter, counted->first, counted->first + counted->numIterations - 1, callOf(create)->callee, {}};
    const std::vector<VariableId>& parameters = program_[result.callee].parameters;
    for (size_t i = 0; i < std::min(parameters.size(), callOf(create)->arguments.size()); ++i) {
      const Term argument = callOf(create)->arguments[i];
      const bool isKept = isSteady(argument, *counted) && !isAssigned(parameters[i]);
      result.arguments.push_back(isKept ? accessedThrough(program_, argument) : Term());
    }
    return result;
  }

private:
  const Call* callOf(EdgeId edge) const {
    return program_[edge].operations.empty() ? nullptr : program_[edge].operations.back().as<Call>();
  }
  bool isIn(const Loop& loop, LocationId location) const {
    return std::ranges::find(loop.locations, location) != loop.locations.end();
  }

  std::optional<JoinLoop> match(EdgeId create, EdgeId join) {
    const std::optional<Counted> making = countedAt(create), joining = countedAt(join);
    if (!making || !joining || making->loop == joining->loop || making->first != joining->first) return {};
    const Sort sort = program_[making->counter].sort();
    if (program_[joining->counter].sort() != sort) return {};
    const Term number = terms_.mkVariable("join loop number", sort);
    const auto over = [&](const Counted& loop, Term term) {
      Substitution renamed(terms_);
      renamed.add(program_[loop.counter].term, number);
      return renamed(term);
    };
    if (over(*making, making->goesOn) != over(*joining, joining->goesOn)) return {};
    if (!isOnEveryWay(*joining->loop, join) || !comesBefore(*making->loop, create, making->step) ||
        !comesBefore(*joining->loop, join, joining->step))
      return {};
    const Term made = accessedThrough(program_, callOf(create)->arguments.at(0)), given = callOf(join)->arguments.at(0);
    const Term loaded = loadedIn(*joining->loop, given, join);
    if (!loaded || over(*making, made) != over(*joining, loaded) || !isSteady(made, *making) ||
        !hasCellsOfTheirOwn(over(*making, made), number, *making))
      return {};
    JoinLoop result{create, join, joining->exits, made, between(making->loop->head, joining->exits)};
    // The second loop comes after the first one.
    if (!std::ranges::binary_search(result.between, joining->loop->head)) return {};
    return result;
  }

  /// The loop around the edge, if it counts.
  std::optional<Counted> countedAt(EdgeId edge) const {
    const uint32_t number = loops_.loopOf(program_[edge].source);
    if (number == Loop::kNone) return {};
    const Loop& loop = loops_.loops()[number];
    if (loop.parent != Loop::kNone || !loop.children.empty() || !isIn(loop, program_[edge].target)) return {};
    for (LocationId from : loop.locations)
      for (EdgeId inside : program_[from].out)
        for (const Operation& operation : program_[inside].operations)
          if (const Assign* assign = operation.as<Assign>(); assign && isIn(loop, program_[inside].target))
            if (std::optional<Counted> counted = countedBy(loop, inside, *assign)) return counted;
    return {};
  }

  std::optional<Counted> countedBy(const Loop& loop, EdgeId step, const Assign& assign) const {
    const Term counter = program_[assign.variable].term;
    if (!counter.sort().isBitVec() || assign.value != terms_.mkBvAdd(counter, terms_.mkBv(counter.sort().width(), 1)))
      return {};
    if (!isOnEveryWay(loop, step) || countAssignments(loop, assign.variable) != 1) return {};
    Counted result{&loop, assign.variable, 0, 0, step, {}, {}};
    for (EdgeId exit : loop.exits) {
      if (isEnd(program_[exit].target)) continue;
      if (program_[exit].source != loop.head || result.goesOn) return {};
      result.goesOn = terms_.mkNot(program_[exit].guard);
      result.exits.push_back(exit);
    }
    if (!result.goesOn || freeVariables(result.goesOn) != std::vector<Term>{counter}) return {};
    const std::optional<uint64_t> first = valueBefore(loop, assign.variable);
    if (!first) return {};
    result.first = *first;
    const uint32_t width = counter.sort().width();
    Substitution at(terms_);
    while (true) {
      at.add(counter, terms_.mkBv(width, result.first + result.numIterations));
      const Term goesOn = at(result.goesOn);
      if (goesOn.isFalse()) return result;
      if (!goesOn.isTrue() || ++result.numIterations > kMostThreads) return {};
    }
  }

  bool isAssigned(VariableId variable) const {
    return std::ranges::any_of(program_.edges(), [&](const Edge& edge) {
      return std::ranges::any_of(edge.operations,
                                 [&](const Operation& operation) { return operation.defines() == variable; });
    });
  }

  bool isEnd(LocationId location) const {
    const LocationKind kind = program_[location].kind;
    return kind != LocationKind::Plain && kind != LocationKind::Exit;
  }

  uint32_t countAssignments(const Loop& loop, VariableId variable) const {
    uint32_t result = 0;
    for (LocationId from : loop.locations)
      for (EdgeId edge : program_[from].out)
        for (const Operation& operation : program_[edge].operations) result += operation.defines() == variable ? 1 : 0;
    return result;
  }

  /// Whether no cycle of the loop does without the edge.
  bool isOnEveryWay(const Loop& loop, EdgeId without) const {
    std::set<LocationId> seen{loop.head};
    std::vector<LocationId> work{loop.head};
    while (!work.empty()) {
      const LocationId from = work.back();
      work.pop_back();
      for (EdgeId edge : program_[from].out) {
        const LocationId to = program_[edge].target;
        if (edge == without || !isIn(loop, to)) continue;
        if (to == loop.head) return false;
        if (seen.insert(to).second) work.push_back(to);
      }
    }
    return true;
  }

  /// Whether, in each iteration, the second edge is not gone along before the first one.
  bool comesBefore(const Loop& loop, EdgeId first, EdgeId second) const {
    std::set<LocationId> seen;
    std::vector<LocationId> work{program_[second].target};
    while (!work.empty()) {
      const LocationId at = work.back();
      work.pop_back();
      if (at == loop.head || !isIn(loop, at) || !seen.insert(at).second) continue;
      for (EdgeId edge : program_[at].out) {
        if (edge == first) return false;
        work.push_back(program_[edge].target);
      }
    }
    return true;
  }

  /// The constant that the variable has when the loop is entered.
  std::optional<uint64_t> valueBefore(const Loop& loop, VariableId variable) const {
    std::optional<EdgeId> entering;
    for (EdgeId edge : program_[loop.head].in) {
      if (isIn(loop, program_[edge].source)) continue;
      if (entering) return {};
      entering = edge;
    }
    for (int step = 0; entering && step < kMostSteps; ++step) {
      const std::vector<Operation>& operations = program_[*entering].operations;
      for (size_t i = operations.size(); i-- > 0;) {
        if (operations[i].defines() != variable) continue;
        const Assign* assign = operations[i].as<Assign>();
        if (!assign || !assign->value.isValue()) return {};
        return assign->value.value().toUint64();
      }
      const std::vector<EdgeId>& before = program_[program_[*entering].source].in;
      entering = before.size() == 1 ? std::optional(before.front()) : std::nullopt;
    }
    return {};
  }

  /// The pointer through which each iteration loads the variable before it comes to the edge. It assigns it nowhere else.
  Term loadedIn(const Loop& loop, Term variable, EdgeId before) const {
    const VariableId id = program_.variableOf(variable);
    if (!id.valid() || countAssignments(loop, id) != 1) return {};
    for (LocationId from : loop.locations)
      for (EdgeId edge : program_[from].out)
        for (const Operation& operation : program_[edge].operations)
          if (const Load* load = operation.as<Load>(); load && load->variable == id)
            return edge == before || (isOnEveryWay(loop, edge) && comesBefore(loop, edge, before))
                       ? accessedThrough(program_, load->pointer)
                       : Term();
    return {};
  }

  /// Whether nothing but the counter changes the term: its variables are assigned once in the function, outside of loops.
  bool isSteady(Term term, const Counted& loop) const {
    return std::ranges::all_of(freeVariables(term), [&](Term variable) {
      const VariableId id = program_.variableOf(variable);
      if (id == loop.counter) return true;
      if (!id.valid() || program_[id].function != function_) return false;
      uint32_t numAssignments = static_cast<uint32_t>(std::ranges::count(program_[function_].parameters, id));
      for (LocationId from : program_[function_].locations)
        for (EdgeId edge : program_[from].out)
          for (const Operation& operation : program_[edge].operations) {
            if (operation.defines() != id) continue;
            ++numAssignments;
            if (loops_.loopOf(from) != Loop::kNone) return false;
          }
      return numAssignments == 1;
    });
  }

  /// Whether handles of different numbers do not overlap.
  bool hasCellsOfTheirOwn(Term cells, Term number, const Counted& loop) const {
    const uint64_t size = program_.layout().width / 8;
    const uint32_t width = number.sort().width();
    Substitution at(terms_);
    at.add(number, terms_.mkBv(width, loop.first));
    const Term first = at(cells);
    for (uint64_t i = 1; i < loop.numIterations; ++i) {
      at.add(number, terms_.mkBv(width, loop.first + i));
      const Term distance = terms_.mkBvSub(at(cells), first);
      if (!distance.isValue() || distance.value().toUint64() != i * size) return false;
    }
    return true;
  }

  /// Where executions come to from there on, without one of these edges.
  std::vector<LocationId> between(LocationId from, const std::vector<EdgeId>& without) const {
    std::set<LocationId> seen{from};
    std::vector<LocationId> work{from};
    while (!work.empty()) {
      const LocationId at = work.back();
      work.pop_back();
      for (EdgeId edge : program_[at].out)
        if (std::ranges::find(without, edge) == without.end() && seen.insert(program_[edge].target).second)
          work.push_back(program_[edge].target);
    }
    return {seen.begin(), seen.end()};
  }

  const Program& program_;
  TermManager& terms_;
  const FunctionId function_;
  const LoopForest loops_;
  std::vector<EdgeId> creates_, joins_;
};

} // namespace

ExecutedOnce::ExecutedOnce(const Program& program) : program_(program), callers_(program.functions().size()) {
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    if (!program.edges()[i].source.valid()) continue;
    for (const Operation& operation : program.edges()[i].operations) {
      if (const Call* call = operation.as<Call>()) callers_[call->callee.index()].emplace_back(i);
      if (const Spawn* spawn = operation.as<Spawn>()) callers_[spawn->callee.index()].emplace_back(i);
    }
  }
}

bool ExecutedOnce::operator()(FunctionId function) {
  const auto [at, isNew] = known_.try_emplace(function, false); // false while it is looked at: recursion
  if (!isNew) return at->second;
  const std::vector<EdgeId>& callers = callers_[function.index()];
  if (function == program_.entry()) return known_[function] = callers.empty();
  if (callers.size() != 1) return false;
  const LocationId from = program_[callers[0]].source;
  const LoopForest loops(program_, program_[from].function);
  const bool result = !loops.isIrreducible() && loops.loopOf(from) == Loop::kNone && (*this)(program_[from].function);
  return known_[function] = result;
}

std::optional<CreateLoop> findCreateLoop(const Program& program, EdgeId create, ExecutedOnce& isOnce) {
  const FunctionId function = program[program[create].source].function;
  return isOnce(function) ? JoinLoops(program, function).createLoop(create) : std::nullopt;
}

std::vector<JoinLoop> findJoinLoops(const Program& program) {
  std::vector<JoinLoop> result;
  ExecutedOnce isOnce(program);
  std::set<FunctionId> looked;
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid() || edge.operations.empty()) continue;
    const Call* call = edge.operations.back().as<Call>();
    const FunctionId function = program[edge.source].function;
    if (!call || program[call->callee].role != ThreadRole::Join || !looked.insert(function).second || !isOnce(function))
      continue;
    for (JoinLoop& found : JoinLoops(program, function).find()) result.push_back(std::move(found));
  }
  return result;
}

} // namespace assay
