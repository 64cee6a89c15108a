#include "transform/unroll_loops.h"

#include "program/loops.h"
#include "program/operation_terms.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "transform/block_effect.h"
#include "util/planted.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace assay {

namespace {

/// One loop, and one variable that may count its iterations.
class Unrolling {
public:
  Unrolling(Program& program, const Loop& loop, VariableId counter)
      : program_(program), terms_(program.terms()), loop_(loop), counter_(counter),
        inside_(loop.locations.begin(), loop.locations.end()),
        backEdges_(loop.backEdges.begin(), loop.backEdges.end()) {}

  /// Finds the iterations; false if it is no counter, or there are too many.
  bool plan(const UnrollOptions& options) {
    std::optional<Term> value = valueAtEntry();
    while (value && iterations_.size() <= options.maxIterations) {
      Iteration& iteration = iterations_.emplace_back();
      if (!follow(iteration, *value)) return false;
      numEdges_ += iteration.edges.size();
      if (numEdges_ > options.maxEdges) return false;
      if (!iteration.next) return true;
      value = iteration.next;
    }
    return false;
  }

  size_t numEdges() const { return numEdges_; }

  /// The first iteration takes the place of the loop.
  void perform() {
    std::unordered_map<LocationId, LocationId> place;
    for (LocationId location : loop_.locations) place.emplace(location, location);
    std::vector<EdgeId> old;
    for (LocationId location : loop_.locations)
      for (EdgeId edge : program_[location].out) old.push_back(edge);
    for (const Iteration& iteration : iterations_) {
      std::unordered_map<LocationId, LocationId> next;
      if (iteration.next) next = copyLocations();
      for (const auto& [id, value] : iteration.edges) {
        const Edge edge = program_[id];
        LocationId target = edge.target;
        if (inside_.contains(target)) target = (backEdges_.contains(id) ? next : place).at(target);
        program_.addEdge(place.at(edge.source), target, substituted(edge.guard, value),
                         substituted(edge.operations, value), edge.position);
      }
      place = std::move(next);
    }
    for (EdgeId edge : old) program_.removeEdge(edge);
  }

private:
  struct Iteration {
    std::vector<std::pair<EdgeId, Term>> edges; // that may be taken, and the counter's value before each
    std::optional<Term> next;                   // its value in the next iteration, if there is one
  };

  Term counterTerm() const { return program_[counter_].term; }

  /// The counter's value behind the edge, if that is a constant; `before`: its value before it, or null.
  std::optional<Term> valueBehind(EdgeId edge, Term before) const {
    BlockEffect effect(program_);
    effect.follow(program_[edge].operations);
    std::optional<Term> value = effect.before(counterTerm());
    if (value && !before.isNull()) value = substituted(*value, before);
    return value && value->isValue() ? value : std::nullopt;
  }

  std::optional<Term> valueAtEntry() const {
    std::optional<Term> value;
    for (EdgeId edge : program_[loop_.head].in) {
      if (backEdges_.contains(edge)) continue;
      const std::optional<Term> here = valueBehind(edge, Term());
      if (!here || (value && value != here)) return std::nullopt;
      value = here;
    }
    return value;
  }

  /// Every location has one value of the counter.
  bool follow(Iteration& iteration, Term value) const {
    std::unordered_map<LocationId, Term> values{{loop_.head, value}};
    std::vector<LocationId> waiting{loop_.head};
    while (!waiting.empty()) {
      const LocationId location = waiting.back();
      waiting.pop_back();
      const Term before = values.at(location);
      for (EdgeId edge : program_[location].out) {
        if (substituted(program_[edge].guard, before).isFalse()) continue;
        iteration.edges.emplace_back(edge, before);
        const LocationId target = program_[edge].target;
        if (!inside_.contains(target)) continue;
        const std::optional<Term> behind = valueBehind(edge, before);
        if (!behind) return false;
        if (backEdges_.contains(edge)) {
          if (iteration.next && iteration.next != behind) return false;
          iteration.next = behind;
        } else if (const auto [known, isNew] = values.emplace(target, *behind); isNew) {
          waiting.push_back(target);
        } else if (known->second != *behind) {
          return false;
        }
      }
    }
    return true;
  }

  Term substituted(Term term, Term value) const {
    Substitution substitution(terms_);
    substitution.add(counterTerm(), value);
    return substitution(term);
  }

  std::vector<Operation> substituted(std::vector<Operation> operations, Term value) const {
    for (Operation& operation : operations) {
      if (!value.isNull())
        changeTerms(operation, [&](Term& term) {
          if (!term.isNull()) term = substituted(term, value);
        });
      if (operation.defines() != counter_ || planted(Defect::StaleCounter)) continue;
      const Assign* const assign = operation.as<Assign>();
      value = assign && assign->value.isValue() ? assign->value : Term();
    }
    return operations;
  }

  std::unordered_map<LocationId, LocationId> copyLocations() {
    std::unordered_map<LocationId, LocationId> copies;
    for (LocationId location : loop_.locations) {
      const Location from = program_[location];
      const LocationId copy = program_.addLocation(from.function, from.kind);
      program_[copy].label = from.label;
      program_[copy].position = from.position;
      copies.emplace(location, copy);
    }
    return copies;
  }

  Program& program_;
  TermManager& terms_;
  const Loop& loop_;
  const VariableId counter_;
  const std::unordered_set<LocationId> inside_;
  const std::unordered_set<EdgeId> backEdges_;
  std::vector<Iteration> iterations_;
  size_t numEdges_ = 0;
};

/// What the loop changes by assignments and asks for.
std::vector<VariableId> countersOf(const Program& program, const Loop& loop) {
  std::unordered_set<VariableId> asked;
  std::vector<VariableId> result;
  for (LocationId location : loop.locations)
    for (EdgeId edge : program[location].out)
      for (Term variable : freeVariables(program[edge].guard)) asked.insert(program.variableOf(variable));
  bool calls = false;
  for (LocationId location : loop.locations)
    for (EdgeId edge : program[location].out)
      for (const Operation& operation : program[edge].operations) calls |= operation.as<Call>() != nullptr;
  if (calls) std::erase_if(asked, [&](VariableId v) { return v.valid() && !program[v].function.valid(); });
  for (LocationId location : loop.locations)
    for (EdgeId edge : program[location].out)
      for (const Operation& operation : program[edge].operations)
        if (operation.as<Assign>() && asked.erase(operation.defines()) > 0) result.push_back(operation.defines());
  return result;
}

/// Unrolls one loop, if there is one that can be.
bool unrollOne(Program& program, UnrollOptions& options) {
  const FunctionId function = options.function.valid() ? options.function : program.entry();
  const LoopForest forest(program, function);
  if (forest.isIrreducible()) return false;
  for (const Loop& loop : forest.loops()) {
    if (!loop.children.empty() || loop.head == program[function].entry) continue;
    for (VariableId counter : countersOf(program, loop)) {
      Unrolling unrolling(program, loop, counter);
      if (!unrolling.plan(options)) continue;
      unrolling.perform();
      options.maxEdges -= static_cast<uint32_t>(unrolling.numEdges());
      program.compact();
      return true;
    }
  }
  return false;
}

} // namespace

uint32_t unrollLoops(Program& program, const UnrollOptions& options) {
  UnrollOptions left = options;
  uint32_t number = 0;
  while (unrollOne(program, left)) ++number;
  return number;
}

} // namespace assay
