#include "engine/symex/merger.h"

#include "engine/symex/implied.h"
#include "engine/symex/object_bytes.h"
#include "program/leak_search.h"
#include "term/traverse.h"

#include <algorithm>
#include <ranges>

namespace assay::symex {

namespace {

bool onlyAssigns(const EdgeCode& edge) {
  return !edge.call && !edge.returns && std::ranges::all_of(edge.code, [](const Instr& instr) {
    return instr.operation == nullptr || instr.op == Op::Load;
  });
}

/// The variables of a term, in order; nothing if it has more subterms than that.
std::optional<std::vector<Term>> inputsOf(Term term, size_t maxSize) {
  std::vector<Term> inputs;
  size_t size = 0;
  TermSet seen;
  postOrder(
      term, [&](Term t) { return size <= maxSize && seen.insert(t) && ++size != 0; },
      [&](Term t) {
        if (t.isVariable()) inputs.push_back(t);
      });
  if (size > maxSize) return std::nullopt;
  std::ranges::sort(inputs, {}, &Term::id);
  return inputs;
}

/// Whether a small term depends on all of these.
bool dependsOn(Term term, const std::vector<Term>& inputs, size_t maxSize) {
  const std::optional<std::vector<Term>> own = inputsOf(term, maxSize);
  return own && std::ranges::includes(*own, inputs, {}, &Term::id, &Term::id);
}

bool isConstant(const SymValue& value) { return value.isConcrete() || value.term.isValue(); }

} // namespace

Merger::Merger(const Program& program, const CodeCache& code, RegisterMachine& machine, Decisions& decisions,
               Pruner& pruner, const SymexLimits& limits, Env& env, bool isOn)
    : program_(program), terms_(program.terms()), code_(code), machine_(machine), decisions_(decisions),
      pruner_(pruner), maxSize_(limits.mergedTermSize), isOn_(isOn && !asksForLeaks(program)),
      joins_(program.locations().size()), isKnown_(program.locations().size()),
      merges_(env.statistics.counter("states merged")) {}

void Merger::replay(const MergeRef& merges) {
  due_.clear();
  for (const MergeNode* node = merges.get(); node; node = node->parent.get()) due_.push_back(node->arrivals);
}

const Join* Merger::joinAt(const LocationCode& location) {
  const size_t index = location.id.index();
  if (!isKnown_[index]) {
    isKnown_[index] = true;
    joins_[index] = makeJoin(location);
  }
  return joins_[index].get();
}

std::unique_ptr<Join> Merger::makeJoin(const LocationCode& location) {
  if (location.edges.size() != 2) return nullptr;
  const EdgeCode &one = location.edges[0], &other = location.edges[1];
  if (one.target != other.target || !onlyAssigns(one) || !onlyAssigns(other)) return nullptr;
  auto join = std::make_unique<Join>();
  join->from = &location;
  for (const EdgeCode* edge : {&one, &other}) {
    for (const Operation& operation : program_[edge->id].operations) {
      const VariableId variable = operation.defines();
      if (std::ranges::find(join->assigned, variable, &Join::Assigned::variable) != join->assigned.end()) continue;
      const Sort sort = program_[variable].sort();
      if (sort.isArray()) return nullptr;
      join->assigned.push_back({variable, code_.place(variable), sort, pruner_.counts(variable, one.target)});
    }
  }
  return join;
}

const Join* Merger::merge(State& state, Term guard) {
  if (!isOn_) return nullptr;
  const Join* const join = joinAt(*state.location);
  const bool isAgain = decisions_.isReplaying();
  if (!join || (isAgain && !isDue(state))) return nullptr;
  pointers_.clear();
  const bool isKnown =
      evaluate(state, *join, join->from->edges[0], first_) && evaluate(state, *join, join->from->edges[1], second_);
  if (!isKnown && isAgain) decisions_.lose();
  if (!isKnown) return nullptr;
  if (!isAgain && !(isWanted(*join, guard) && decisions_.isOpen(state, guard))) return nullptr;
  combine(*join, guard);
  for (size_t i = 0; i < join->assigned.size(); ++i) machine_.set(state, join->assigned[i].place, first_[i]);
  state.merges = std::make_shared<const MergeNode>(state.arrivals, state.merges);
  if (!isAgain) ++merges_;
  return join;
}

bool Merger::isDue(State& state) {
  if (due_.empty() || due_.back() != state.arrivals) return false;
  due_.pop_back();
  return true;
}

bool Merger::evaluate(State& state, const Join& join, const EdgeCode& edge, std::vector<SymValue>& values) {
  before_.clear();
  values.clear();
  machine_.ownFrame(state);
  for (const Join::Assigned& assigned : join.assigned) before_.push_back(machine_.get(assigned.place));
  const bool isKnown = std::ranges::all_of(edge.code, [&](const Instr& instr) { return perform(state, instr); });
  for (const Join::Assigned& assigned : join.assigned) values.push_back(machine_.get(assigned.place));
  for (size_t i = 0; i < before_.size(); ++i) machine_.set(state, join.assigned[i].place, before_[i]);
  return isKnown;
}

/// A load is done only where it changes nothing and leaves nothing open, because one of the two edges does not do it.
bool Merger::perform(State& state, const Instr& instr) {
  if (instr.operation == nullptr) {
    machine_.evaluate(state, instr);
    return true;
  }
  const SymValue pointer = machine_.get(instr.operands[0]);
  if (!pointer.isConcrete()) return false;
  const PointerLayout& layout = program_.layout();
  const uint64_t number = layout.object(pointer.word), offset = static_cast<uint64_t>(layout.offset(pointer.word));
  if (number == 0 || number >= state.memory.numObjects()) return false;
  const Object& object = state.memory.object(number);
  const Sort sort = instr.term.sort();
  if (!object.alive || !object.size.isConcrete() || offset > object.size.word ||
      bytesOf(sort) > object.size.word - offset)
    return false;
  const std::optional<SymValue> value = ObjectBytes(program_, state.memory, number).known(offset, sort);
  if (!value) return false;
  machine_.set(state, instr.dst, knownValue(state, *value));
  pointers_.push_back(pointer.word);
  return true;
}

bool Merger::isWanted(const Join& join, Term guard) const {
  bool isChoice = false;
  for (size_t i = 0; i < join.assigned.size(); ++i) {
    const Join::Assigned& assigned = join.assigned[i];
    if (first_[i] == second_[i]) continue;
    if (assigned.counts && (isConstant(first_[i]) || isConstant(second_[i]))) return false;
    isChoice |= assigned.counts;
  }
  return isChoice && std::ranges::all_of(std::views::iota(size_t{0}, join.assigned.size()), [&](size_t i) {
           return first_[i] == second_[i] || isSmall(join.assigned[i], guard, i);
         });
}

/// Whether what becomes of the variable is small and, if it counts, depends on no other inputs than one of its sides.
bool Merger::isSmall(const Join::Assigned& assigned, Term guard, size_t number) const {
  const Term first = first_[number].toTerm(terms_, assigned.sort),
             second = second_[number].toTerm(terms_, assigned.sort);
  const std::optional<std::vector<Term>> inputs = inputsOf(terms_.mkIte(guard, first, second), maxSize_);
  return inputs && (!assigned.counts || dependsOn(first, *inputs, maxSize_) || dependsOn(second, *inputs, maxSize_));
}

void Merger::combine(const Join& join, Term guard) {
  for (size_t i = 0; i < join.assigned.size(); ++i) {
    SymValue &one = first_[i], &other = second_[i];
    if (one == other) continue;
    const Sort sort = join.assigned[i].sort;
    one = SymValue::of(terms_.mkIte(guard, one.toTerm(terms_, sort), other.toTerm(terms_, sort)));
  }
}

} // namespace assay::symex
