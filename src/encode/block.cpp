#include "encode/block.h"

#include "term/substitute.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

/// Stops at the first head that is reached.
class BlockClient final : public Execution::Client {
public:
  BlockClient(const Flow& flow, Execution& execution, LocationId source)
      : flow_(flow), execution_(execution), source_(source), exits_(flow.heads().size()) {}

  bool visits(uint32_t head, SymbolicState& state) override {
    if (flow_.heads()[head] == source_ && !std::exchange(hasBegun_, true)) return true;
    add(head, std::move(state), nullptr);
    return false;
  }
  void goesBack(const Edge& edge, SymbolicState state) override {
    add(flow_.headNumber(edge.target), std::move(state), &edge);
  }
  void ends(Ending ending) override { endings_.push_back(std::move(ending)); }

  Block take() {
    Block block{source_, {}, std::move(endings_), {}, {}};
    for (uint32_t head = 0; head < exits_.size(); ++head)
      if (exits_[head])
        block.exits.push_back(
            {flow_.heads()[head], exits_[head]->guard.term(flow_.terms()), std::move(exits_[head]->variables)});
    for (const Execution::InputRecord& input : execution_.inputs()) {
      block.inputs.push_back(input.value);
      block.taken.push_back(input.guard);
    }
    return block;
  }

private:
  /// A head is visited once all forward edges to it have been followed; back edges may come before and afterwards.
  void add(uint32_t head, SymbolicState state, const Edge* edge) {
    std::optional<SymbolicState>& exit = exits_[head];
    if (!exit)
      exit = std::move(state);
    else if (edge)
      execution_.join(*exit, state, *edge, *this);
    else
      execution_.mergeVariables(*exit, state, flow_.heads()[head]);
  }

  const Flow& flow_;
  Execution& execution_;
  const LocationId source_;
  bool hasBegun_ = false;
  std::vector<std::optional<SymbolicState>> exits_; // by head
  std::vector<Ending> endings_;
};

} // namespace

std::optional<Block> blockFrom(const Flow& flow, LocationId source, BlockStart start, const Allowance& allowance) {
  const Program& program = flow.program();
  Execution execution(flow, Execution::From::AnyState, "block");
  SymbolicState state = execution.initial();
  for (uint32_t v = 0; v < program.variables().size() && start == BlockStart::InitialState; ++v)
    if (const Term initial = program.variables()[v].initial) state.variables.set(v, initial);
  // A program that begins with a loop has a block to its head that does nothing.
  if (start == BlockStart::InitialState && flow.headNumber(source) != Flow::kNone)
    return Block{source, {{source, flow.terms().mkTrue(), std::move(state.variables)}}, {}, {}, {}};
  BlockClient client(flow, execution, source);
  Execution::Pending pending;
  pending.emplace(flow.rank(source), std::move(state));
  if (!execution.run(std::move(pending), client, allowance)) return std::nullopt;
  return client.take();
}

Block renamed(const Flow& flow, const Block& block) {
  if (block.inputs.empty()) return block;
  TermManager& terms = flow.terms();
  Substitution fresh(terms);
  for (Term input : block.inputs) fresh.add(input, terms.mkFreshVariable("block!input", input.sort()));
  Block result{block.source, {}, block.endings, {}, {}};
  for (Term input : block.inputs) result.inputs.push_back(fresh(input));
  for (Term taken : block.taken) result.taken.push_back(fresh(taken));
  for (Ending& ending : result.endings) ending.guard = fresh(ending.guard);
  for (const BlockPath& exit : block.exits) {
    BlockPath& made = result.exits.emplace_back(exit);
    made.guard = fresh(exit.guard);
    exit.values.forEach([&](size_t v, Term value) {
      if (!value.isNull()) made.values.set(v, fresh(value));
    });
  }
  return result;
}

SymbolicState image(const Flow& flow, const BlockPath& exit, const SymbolicState& state) {
  const Program& program = flow.program();
  SymbolicState result;
  result.guard = state.guard;
  result.guard.add(flow.terms(), instantiate(program, exit.guard, state));
  exit.values.forEach([&](size_t v, Term value) {
    if (!value.isNull()) result.variables.set(v, instantiate(program, value, state));
  });
  return result;
}

Term preImage(const Flow& flow, const BlockPath& exit, Term condition) {
  const Term before = exit.at(flow.program(), condition);
  return flow.terms().mkAnd(exit.guard, before);
}

BlockPath composed(const Flow& flow, std::span<const BlockStep> steps) {
  const Program& program = flow.program();
  SymbolicState state;
  for (uint32_t v = 0; v < program.variables().size(); ++v) state.variables.set(v, program.variables()[v].term);
  LocationId target = steps.front().block.source;
  for (const BlockStep& step : steps) {
    const Block block = renamed(flow, step.block);
    state = image(flow, block.exits[step.exit], state);
    target = block.exits[step.exit].target;
  }
  return {target, state.guard.term(flow.terms()), std::move(state.variables)};
}

} // namespace assay
