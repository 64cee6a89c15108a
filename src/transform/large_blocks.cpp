#include "transform/large_blocks.h"

#include "program/leak_search.h"
#include "program/liveness.h"
#include "term/traverse.h"
#include "transform/block_effect.h"
#include "transform/compact_edges.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace assay {

namespace {

class LargeBlocks {
public:
  LargeBlocks(Program& program, const LargeBlockOptions& options)
      : program_(program), options_(options), asksForLeaks_(asksForLeaks(program)) {
    for (uint32_t i = 0; i < program.functions().size(); ++i)
      if (program.functions()[i].hasBody()) liveness_.try_emplace(FunctionId(i), program, FunctionId(i));
  }

  unsigned run() {
    unsigned steps = 0;
    for (uint32_t i = 0; i < program_.locations().size(); ++i) enqueue(LocationId(i));
    while (!work_.empty()) {
      const LocationId location = work_.front();
      work_.pop_front();
      queued_[location.index()] = false;
      if (step(location)) ++steps;
    }
    program_.compact();
    return steps;
  }

private:
  void enqueue(LocationId location) {
    queued_.resize(program_.locations().size());
    if (queued_[location.index()]) return;
    queued_[location.index()] = true;
    work_.push_back(location);
  }

  /// Something to do at this location, once. What it touches is looked at again.
  bool step(LocationId location) {
    if (!choice(location) && !sequence(location)) return false;
    enqueue(location);
    return true;
  }

  /// Counting shared subterms as often as they occur is a bound that costs little; only beyond it they are counted
  /// once.
  bool isSmall(Term term) {
    postOrder(
        term, [&](Term t) { return !treeSize_.contains(t); },
        [&](Term t) {
          size_t size = 1;
          for (Term child : t.children()) size = std::min(size + treeSize_.at(child), options_.maxTermSize + 1);
          treeSize_.emplace(t, size);
        });
    return treeSize_.at(term) <= options_.maxTermSize || termSize(term) <= options_.maxTermSize;
  }

  bool sequence(LocationId id) {
    const Location& location = program_[id];
    if (location.kind != LocationKind::Plain || !location.label.empty() || location.in.size() != 1 ||
        program_[location.function].entry == id) {
      return false;
    }
    const EdgeId entering = location.in[0];
    const LocationId source = program_[entering].source;
    if (source == id) return false;
    if (location.out.size() == 1 && absorbNext(program_, entering)) {
      enqueue(source);
      enqueue(program_[entering].target);
      return true;
    }
    return isPure(program_[entering]) && distribute(entering, id);
  }

  /// Replaces an edge of assignments and the edges that follow it by one for each of these.
  bool distribute(EdgeId entering, LocationId middle) {
    BlockEffect effect(program_);
    effect.follow(program_[entering].operations);
    std::vector<Term> guards;
    for (EdgeId next : program_[middle].out) {
      guards.push_back(program_.terms().mkAnd(program_[entering].guard, *effect.before(program_[next].guard)));
      if (!isSmall(guards.back())) return false;
    }
    const LocationId source = program_[entering].source;
    const std::vector<EdgeId> out = program_[middle].out;
    for (size_t i = 0; i < out.size(); ++i) {
      Edge& edge = program_[out[i]];
      edge.guard = guards[i];
      edge.operations.insert(edge.operations.begin(), program_[entering].operations.begin(),
                             program_[entering].operations.end());
      if (!edge.position.known()) edge.position = program_[entering].position;
      program_.redirect(out[i], source, edge.target);
      enqueue(edge.target);
    }
    program_.removeEdge(entering);
    enqueue(source);
    return true;
  }

  /// Two edges of assignments to the same location.
  bool choice(LocationId source) {
    std::unordered_map<LocationId, EdgeId> pureTo;
    for (EdgeId edge : program_[source].out) {
      if (!isPure(program_[edge])) continue;
      const auto [other, isFirst] = pureTo.try_emplace(program_[edge].target, edge);
      if (!isFirst && merge(other->second, edge)) return true;
    }
    return false;
  }

  /// Whether a variable's value may be looked at from there on. (What is live stays so: steps add no reads.)
  bool matters(VariableId variable, LocationId location) const {
    if (asksForLeaks_ && program_[variable].sort() == program_.pointerSort()) return true;
    return liveness_.at(program_[location].function).isLive(variable, location);
  }

  bool merge(EdgeId first, EdgeId second) {
    TermManager& terms = program_.terms();
    BlockEffect one(program_), other(program_);
    one.follow(program_[first].operations);
    other.follow(program_[second].operations);
    const Term condition = program_[first].guard;
    std::vector<std::pair<VariableId, Term>> assignments;
    const LocationId source = program_[first].source, target = program_[first].target;
    const auto add = [&](VariableId variable) {
      if (!matters(variable, target)) return;
      const Term unchanged = program_[variable].term;
      const Term a = one.value(variable), b = other.value(variable);
      assignments.emplace_back(variable, terms.mkIte(condition, a ? a : unchanged, b ? b : unchanged));
    };
    for (VariableId variable : one.written()) add(variable);
    for (VariableId variable : other.written()) {
      if (!one.value(variable)) add(variable);
    }
    const auto fits = [&](const auto& assignment) { return isSmall(assignment.second); };
    if (!std::all_of(assignments.begin(), assignments.end(), fits)) return false;

    const SourcePosition position =
        program_[first].position.known() ? program_[first].position : program_[second].position;
    std::vector<Operation> operations = sequentialise(program_, program_[source].function, assignments, position);
    Edge& edge = program_[first];
    edge.operations = std::move(operations);
    // The guards of a location's edges cover every state.
    const bool isOnly = program_[source].out.size() == 2;
    edge.guard = isOnly ? terms.mkTrue() : terms.mkOr(edge.guard, program_[second].guard);
    edge.position = position;
    program_.removeEdge(second);
    enqueue(target);
    return true;
  }

  Program& program_;
  const LargeBlockOptions& options_;
  const bool asksForLeaks_;
  std::unordered_map<FunctionId, Liveness> liveness_; // of the program as it was
  std::deque<LocationId> work_;
  std::vector<bool> queued_;
  std::unordered_map<Term, size_t> treeSize_; // at most one more than the limit
};

} // namespace

unsigned largeBlocks(Program& program, const LargeBlockOptions& options) { return LargeBlocks(program, options).run(); }

} // namespace assay
