// Lifetimes that clang does not mark. It marks none of a variable whose declaration some jump passes, none behind any
// label of the function, and none of compound literals and temporaries. In C an object lives from the entry into its
// block until the block ends in any way. Blocks are those of the debug information, which clang attaches to every
// instruction while it generates the code of the block: where control goes from an instruction outside of the block to
// one inside, life begins; on the way back, it ends. An object of clang's own, without a declaration, lives in the
// innermost block that holds all its uses, if its address is a value at all.
#include "frontend/module/debug_info.h"
#include "frontend/prepare/prepare.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <unordered_map>
#include <vector>

namespace assay {

namespace {

const llvm::DILocalScope* parentOf(const llvm::DILocalScope* scope) {
  auto* block = llvm::dyn_cast<llvm::DILexicalBlockBase>(scope);
  return block == nullptr ? nullptr : block->getScope();
}

/// The scope of the instruction; null if it has no place.
const llvm::DILocalScope* scopeOf(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& place = instruction.getDebugLoc();
  return place ? llvm::cast<llvm::DILocalScope>(place.getScope()) : nullptr;
}

bool isMarked(const llvm::AllocaInst& object) {
  return llvm::any_of(object.users(), [](const llvm::User* user) {
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    return intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd();
  });
}

/// What clang calls its compound literals and temporaries.
bool isTemporary(const llvm::AllocaInst& object) {
  for (const char* name : {".compoundliteral", "tmp", "coerce", "agg.tmp", "ref.tmp"})
    if (object.getName().starts_with(name)) return true;
  return false;
}

/// Whether the object's address goes anywhere but into accesses, copies, and calls that take or return it by value.
bool isAddressValue(const llvm::Value& pointer) {
  for (const llvm::Use& use : pointer.uses()) {
    const llvm::User* user = use.getUser();
    if (llvm::isa<llvm::LoadInst, llvm::MemIntrinsic>(user)) continue;
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        store != nullptr && store->getPointerOperand() == &pointer && store->getValueOperand() != &pointer)
      continue;
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user); call != nullptr && call->isArgOperand(&use)) {
      const unsigned argument = call->getArgOperandNo(&use);
      if (call->isByValArgument(argument) || call->paramHasAttr(argument, llvm::Attribute::StructRet)) continue;
    }
    if (!llvm::isa<llvm::GetElementPtrInst>(user) || isAddressValue(*user)) return true;
  }
  return false;
}

/// The innermost scope that holds all uses of the object.
const llvm::DILocalScope* commonScope(const llvm::AllocaInst& object) {
  const llvm::DILocalScope* common = nullptr;
  for (const llvm::User* user : object.users()) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    const llvm::DILocalScope* scope = instruction == nullptr ? nullptr : scopeOf(*instruction);
    if (scope == nullptr) return nullptr;
    if (common == nullptr) common = scope;
    while (common != nullptr && !isWithin(scope, common)) common = parentOf(common);
  }
  return common;
}

} // namespace

bool isWithin(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer) {
  for (; inner != nullptr; inner = parentOf(inner))
    if (inner == outer) return true;
  return false;
}

const llvm::DILocalScope* blockOf(const llvm::AllocaInst& object) {
  if (!object.isStaticAlloca()) return nullptr;
  const llvm::DILocalScope* scope = nullptr;
  if (const llvm::DILocalVariable* declared = declaredVariable(&object))
    scope = declared->isParameter() ? nullptr : declared->getScope();
  else if (isTemporary(object) && isAddressValue(object))
    scope = commonScope(object);
  if (auto* file = llvm::dyn_cast_or_null<llvm::DILexicalBlockFile>(scope)) scope = file->getNonLexicalBlockFileScope();
  return llvm::isa_and_nonnull<llvm::DILexicalBlock>(scope) ? scope : nullptr;
}

namespace {

/// Marks the lives of the objects of one block.
class BlockMarker {
public:
  BlockMarker(llvm::Function& function, const llvm::DILocalScope* scope, std::vector<llvm::AllocaInst*> objects)
      : function_(function), scope_(scope), objects_(std::move(objects)) {}

  void run() {
    // First what is to be done, then the doing: marks are instructions, and edges are split.
    for (llvm::BasicBlock& block : function_) lookInside(block);
    settleOpenBlocks();
    for (llvm::BasicBlock& block : function_) lookAtEntry(block);
    if (isLost_) return;
    for (const auto& [before, begins] : inside_) mark(before, begins);
    for (const auto& [block, begins] : atEntry_) mark(&*block->getFirstInsertionPt(), begins);
    for (const Crossing& crossing : crossings_) {
      llvm::BasicBlock* between =
          crossing.from->getSingleSuccessor() != nullptr ? crossing.from : llvm::SplitEdge(crossing.from, crossing.to);
      mark(between->getTerminator(), crossing.begins);
    }
  }

private:
  struct Ends {
    std::optional<bool> first; // whether the block's first and last instructions are inside
    std::optional<bool> last;
  };
  struct Crossing {
    llvm::BasicBlock* from;
    llvm::BasicBlock* to;
    bool begins;
  };

  /// What names one of the objects is inside, wherever it is said to be: clean-ups have the place behind the block.
  bool isUse(const llvm::Instruction& instruction) const {
    return llvm::any_of(instruction.operands(), [&](const llvm::Value* operand) {
      return llvm::any_of(objects_, [&](const llvm::AllocaInst* object) { return object == operand; });
    });
  }

  /// Blocks may be nested deeply, and most instructions are in few of them: what is known of a scope is not asked
  /// again.
  bool isInside(const llvm::DILocalScope* scope) {
    std::vector<const llvm::DILocalScope*> asked;
    bool result = false;
    for (; scope != nullptr; scope = parentOf(scope)) {
      if (const auto known = isInside_.find(scope); known != isInside_.end()) {
        result = known->second;
        break;
      }
      asked.push_back(scope);
      result = scope == scope_;
      if (result) break;
    }
    for (const llvm::DILocalScope* one : asked) isInside_[one] = result;
    return result;
  }

  void lookInside(llvm::BasicBlock& block) {
    const bool isEntry = &block == &function_.getEntryBlock();
    struct Marked {
      llvm::Instruction* instruction;
      bool isInside;
    };
    std::vector<Marked> places;
    for (llvm::Instruction& instruction : block) {
      const llvm::DILocalScope* scope = scopeOf(instruction);
      if (scope == nullptr || llvm::isa<llvm::PHINode>(instruction)) continue;
      places.push_back({&instruction, isInside(scope)});
      if (places.back().isInside || !isUse(instruction)) continue;
      size_t first = places.size() - 1; // all that stands between this and what is inside
      while (first > 0 && !places[first - 1].isInside) first--;
      if (first == 0 && isEntry) first = places.size() - 1;
      for (; first < places.size(); first++) places[first].isInside = true;
    }
    Ends& ends = ends_[&block];
    if (isEntry) ends.first = ends.last = false;
    for (const Marked& place : places) {
      if (!ends.first) ends.first = place.isInside;
      if (ends.last && *ends.last != place.isInside) inside_.push_back({place.instruction, place.isInside});
      ends.last = place.isInside;
    }
  }

  /// A block without places is where control comes from.
  void settleOpenBlocks() {
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::BasicBlock& block : function_) {
        Ends& ends = ends_[&block];
        if (ends.first) continue;
        for (llvm::BasicBlock* predecessor : llvm::predecessors(&block))
          if (std::optional<bool> last = ends_[predecessor].last; last && !ends.first) {
            ends.first = ends.last = last;
            changed = true;
          }
      }
    }
  }

  void lookAtEntry(llvm::BasicBlock& block) {
    const std::optional<bool> first = ends_[&block].first;
    if (!first) return;
    const auto crosses = [&](llvm::BasicBlock* predecessor) {
      const std::optional<bool> last = ends_[predecessor].last;
      return last && *last != *first;
    };
    if (!llvm::pred_empty(&block) && llvm::all_of(llvm::predecessors(&block), crosses)) {
      atEntry_.push_back({&block, *first});
      return;
    }
    for (llvm::BasicBlock* predecessor : llvm::predecessors(&block)) {
      if (!crosses(predecessor)) continue;
      // The edges of a computed goto cannot be split: then these objects live as long as the function.
      isLost_ |= llvm::isa<llvm::IndirectBrInst>(predecessor->getTerminator());
      const bool isKnown = llvm::any_of(
          crossings_, [&](const Crossing& crossing) { return crossing.from == predecessor && crossing.to == &block; });
      if (!isKnown) crossings_.push_back({predecessor, &block, *first});
    }
  }

  void mark(llvm::Instruction* before, bool begins) {
    llvm::IRBuilder<> builder(before);
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    for (llvm::AllocaInst* object : objects_) {
      llvm::ConstantInt* size = builder.getInt64(object->getAllocationSize(layout)->getFixedValue());
      if (begins)
        builder.CreateLifetimeStart(object, size);
      else
        builder.CreateLifetimeEnd(object, size);
    }
  }

  llvm::Function& function_;
  const llvm::DILocalScope* scope_;
  std::vector<llvm::AllocaInst*> objects_;
  std::unordered_map<const llvm::DILocalScope*, bool> isInside_;
  std::unordered_map<const llvm::BasicBlock*, Ends> ends_;
  std::vector<std::pair<llvm::Instruction*, bool>> inside_;
  std::vector<std::pair<llvm::BasicBlock*, bool>> atEntry_;
  std::vector<Crossing> crossings_;
  bool isLost_ = false;
};

} // namespace

void markLifetimes(llvm::Function& function) {
  std::vector<std::pair<const llvm::DILocalScope*, std::vector<llvm::AllocaInst*>>>
      blocks; // in the order of the source
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const llvm::DILocalScope* scope = object == nullptr || isMarked(*object) ? nullptr : blockOf(*object);
    if (scope == nullptr) continue;
    auto known = llvm::find_if(blocks, [&](const auto& block) { return block.first == scope; });
    if (known == blocks.end()) known = blocks.insert(blocks.end(), {scope, {}});
    known->second.push_back(object);
  }
  for (auto& [scope, objects] : blocks) BlockMarker(function, scope, std::move(objects)).run();
}

} // namespace assay
