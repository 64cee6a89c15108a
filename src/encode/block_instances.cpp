#include "encode/block_instances.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

// In the order of layers, so that what an unwinding with fewer of them names comes first.
void BlockInstances::update(const Unwinding& step) {
  const RecordHeap* records = flow_->records();
  if (!records) return;
  if (blocks_.empty()) blocks_ = {records->block, records->other};
  for (; numLayers_ < step.numLayers() && numLayers_ + 1 < Unwinding::kKeptLayers; ++numLayers_) {
    for (; numEndings_ < step.endings().size() && step.endings()[numEndings_].layer <= numLayers_; ++numEndings_)
      look(step.endings()[numEndings_].guard);
    for (uint32_t head = 0; head < flow_->heads().size(); ++head) {
      const SymbolicState* state = step.arrival(numLayers_ + 1, head);
      if (!state) continue;
      look(step.arrivalGuard(numLayers_ + 1, head));
      for (const Variable& variable : flow_->program().variables())
        if (const Term value = state->variables.get(flow_->program().variableOf(variable.term).index())) look(value);
    }
  }
}

void BlockInstances::look(Term term) {
  const Sort number = flow_->records()->next.sort();
  const auto leave = [&](Term t) {
    if (blocks_.size() >= kMaxBlocks || (t.kind() != Kind::Select && t.kind() != Kind::Store)) return;
    const Term index = t[1];
    if (index.sort() != number || index.isValue() || std::ranges::find(blocks_, index) != blocks_.end()) return;
    blocks_.push_back(index);
  };
  postOrder(term, [&](Term t) { return seen_.insert(t); }, leave);
}

std::vector<Term> BlockInstances::of(const Unwinding& step, const Assertion& invariant, size_t first) const {
  std::vector<Term> result;
  const RecordHeap* records = flow_->records();
  const auto* back = step.loopBack(invariant.head);
  if (!records || !back) return result;
  const std::vector<Term> variables = freeVariables(invariant.condition);
  const bool isOfBlock = std::ranges::find(variables, records->block) != variables.end(),
             isOfTwo = std::ranges::find(variables, records->other) != variables.end();
  TermManager& terms = flow_->terms();
  SymbolicState state = back->state;
  const auto add = [&](Term block, Term other) {
    state.contents = std::make_shared<SymbolicState::ArrayValues>(
        SymbolicState::ArrayValues{{records->block, block}, {records->other, other}});
    result.push_back(terms.mkOr(terms.mkNot(back->guard), holds(*flow_, invariant, state)));
  };
  for (size_t i = 1; i < blocks_.size(); ++i) {
    if (isOfTwo) {
      for (size_t j = 0; j < i; ++j)
        if (i >= first && (i != 1 || j != 0)) add(blocks_[j], blocks_[i]);
    } else if (isOfBlock && i >= first) {
      add(blocks_[i], records->other);
    }
  }
  return result;
}

} // namespace assay
