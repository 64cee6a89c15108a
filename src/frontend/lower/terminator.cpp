// How blocks end: edges to the successors, with the assignments of their phis.
#include "frontend/lower/parts.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// Of a branch back to a loop's head: where the loop's statement begins. Null if it is none, or that is not known.
const llvm::DILocation* loopKeyword(const llvm::BranchInst& branch) {
  const llvm::MDNode* loop = branch.getMetadata(llvm::LLVMContext::MD_loop);
  if (loop == nullptr || loop->getNumOperands() < 2) return nullptr;
  return llvm::dyn_cast_or_null<llvm::DILocation>(loop->getOperand(1).get());
}

/// A person sees a loop at the line of its keyword, also where there is no condition or the body comes first.
void placeLoop(SourcePosition keyword, Location& head) {
  const SourcePosition place = head.position;
  if (keyword.known() && !(place.known() && place.file == keyword.file && place.line == keyword.line))
    head.position = keyword;
}

} // namespace

void LowerTerminator::lowerTerminator(const llvm::Instruction& terminator) {
  if (auto* ret = llvm::dyn_cast<llvm::ReturnInst>(&terminator))
    lowerReturn(*ret);
  else if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator))
    lowerBranch(*branch);
  else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&terminator))
    lowerSwitch(*choice);
  else if (auto* jump = llvm::dyn_cast<llvm::IndirectBrInst>(&terminator))
    lowerIndirectBranch(*jump);
  else if (llvm::isa<llvm::UnreachableInst>(terminator))
    stop(LocationKind::Unsupported, "the program reaches what it declares unreachable");
  else if (llvm::isa<llvm::CallBrInst>(terminator))
    throw Unsupported("inline assembly that may jump");
  else
    throw Unsupported(std::string("the instruction ") + terminator.getOpcodeName());
}

void LowerTerminator::lowerReturn(const llvm::ReturnInst& instruction) {
  const llvm::Value* result = instruction.getReturnValue();
  parts_.memory.forgetConstants();
  if (module_.threads().arePresent && isAtomicRegion(function_)) parts_.threads.endRegion();
  edges_.emit(Return{result == nullptr ? Term() : value(result)});
  edges_.jump(program_[id_].exit);
}

void LowerTerminator::assignPhis(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  struct Move {
    VariableId phi;
    Term value;
  };
  std::vector<Move> moves;
  for (const llvm::PHINode& phi : to.phis()) {
    if (phi.use_empty()) continue;
    VariableId variable = program_.variableOf(value(&phi));
    moves.push_back({variable, value(phi.getIncomingValueForBlock(&from))});
  }
  // All phis are assigned at once. One after the other is the same unless a value reads a phi assigned before it.
  bool entangled = false;
  for (size_t i = 1; i < moves.size() && !entangled; i++) {
    std::vector<Term> read = freeVariables(moves[i].value);
    for (size_t j = 0; j < i; j++) entangled |= std::find(read.begin(), read.end(), termOf(moves[j].phi)) != read.end();
  }
  if (!entangled) {
    for (const Move& move : moves) edges_.emit(Assign{move.phi, move.value});
    return;
  }
  for (Move& move : moves) {
    VariableId copy = temporary(move.value.sort());
    program_[copy].isPointer = program_[move.phi].isPointer;
    edges_.emit(Assign{copy, move.value});
    move.value = termOf(copy);
  }
  for (const Move& move : moves) edges_.emit(Assign{move.phi, move.value});
}

/// From the end of one block to another. What is not supported ends this way, and no other.
void LowerTerminator::leave(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  if (!edges_.open()) return;
  try {
    assignPhis(from, to);
    edges_.jump(parts_.blocks.blockLocation(&to));
  } catch (const Unsupported& problem) {
    stop(LocationKind::Unsupported, problem.what());
  }
}

void LowerTerminator::lowerBranch(const llvm::BranchInst& branch) {
  const llvm::BasicBlock& block = *branch.getParent();
  if (const llvm::DILocation* keyword = loopKeyword(branch))
    placeLoop(module_.positions().of(keyword), program_[parts_.blocks.blockLocation(branch.getSuccessor(0))]);
  if (branch.isUnconditional()) {
    leave(block, *branch.getSuccessor(0));
    return;
  }
  Term condition = value(branch.getCondition());
  LocationId from = edges_.here();
  edges_.start(from, condition);
  leave(block, *branch.getSuccessor(0));
  edges_.start(from, terms_.mkNot(condition));
  leave(block, *branch.getSuccessor(1));
}

void LowerTerminator::lowerSwitch(const llvm::SwitchInst& choice) {
  Term selector = value(choice.getCondition());
  if (module_.addressFlow().isAddress(choice.getCondition())) selector = parts_.addresses.opened(selector);
  LocationId from = edges_.here();
  // Cases that go the same way share an edge; the order of the source is kept.
  std::vector<std::pair<const llvm::BasicBlock*, std::vector<Term>>> ways;
  std::unordered_map<const llvm::BasicBlock*, size_t> wayOf;
  std::vector<Term> others;
  for (const auto& entry : choice.cases()) {
    Term hit = terms_.mkEqual(selector, module_.constants().value(entry.getCaseValue()));
    others.push_back(terms_.mkNot(hit));
    auto [way, added] = wayOf.emplace(entry.getCaseSuccessor(), ways.size());
    if (added) ways.push_back({entry.getCaseSuccessor(), {}});
    ways[way->second].second.push_back(hit);
  }
  for (const auto& [successor, hits] : ways) {
    edges_.start(from, terms_.mkOr(hits));
    leave(*choice.getParent(), *successor);
  }
  edges_.start(from, terms_.mkAnd(others));
  leave(*choice.getParent(), *choice.getDefaultDest());
}

void LowerTerminator::lowerIndirectBranch(const llvm::IndirectBrInst& branch) {
  Term target = value(branch.getAddress());
  LocationId from = edges_.here();
  std::vector<Term> others;
  for (const llvm::BasicBlock* successor : branch.successors()) {
    auto* address =
        llvm::BlockAddress::get(const_cast<llvm::Function*>(&function_), const_cast<llvm::BasicBlock*>(successor));
    Term hit = terms_.mkEqual(target, module_.constants().value(address));
    edges_.start(from, hit);
    others.push_back(terms_.mkNot(hit));
    leave(*branch.getParent(), *successor);
  }
  edges_.start(from, terms_.mkAnd(others));
  if (module_.checks(Property::ValidDeref))
    failIf(terms_.mkTrue(), Property::ValidDeref, "a computed goto jumps to no label of its function", Behind::Nothing);
  stop(LocationKind::Abort, "a computed goto jumps to no label of its function");
}

} // namespace assay
