#include "frontend/module/promotion.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <vector>

namespace assay {

namespace {

/// An object of more cells than this stays in memory: a struct, not a table.
constexpr size_t kMaxCells = 64;

struct Access {
  uint64_t offset;
  Promotion::Cell cell;
};

bool isAggregate(llvm::Type* type) { return type->isAggregateType() || type->isVectorTy(); }

/// Adds a cell; false if it overlaps one of another shape.
bool addCell(Promotion::Cells& cells, Access access) {
  uint64_t end = access.offset + (access.cell.bits + 7) / 8;
  auto next = cells.upper_bound(access.offset);
  if (next != cells.end() && next->first < end) return false;
  if (next == cells.begin()) {
    cells.emplace(access.offset, access.cell);
    return true;
  }
  auto previous = std::prev(next);
  if (previous->first == access.offset) {
    previous->second.isPointer = previous->second.isPointer && access.cell.isPointer;
    return previous->second.bits == access.cell.bits;
  }
  if (previous->first + (previous->second.bits + 7) / 8 > access.offset) return false;
  cells.emplace(access.offset, access.cell);
  return true;
}

} // namespace

BaseAndOffset stripConstantOffsets(const llvm::Value* pointer, const llvm::DataLayout& layout) {
  BaseAndOffset result{pointer, 0};
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(result.base)) {
    llvm::APInt step(layout.getPointerSizeInBits(), 0);
    if (!gep->accumulateConstantOffset(layout, step)) break;
    result.offset += step.getSExtValue();
    result.base = gep->getPointerOperand();
  }
  return result;
}

Promotion::Promotion(const llvm::Module& module, bool hasThreads) : layout_(module.getDataLayout()) {
  auto consider = [&](const llvm::Value* object, uint64_t size) {
    if (std::optional<Cells> cells = analyse(object, size)) cells_.emplace(object, std::move(*cells));
  };
  for (const llvm::GlobalVariable& global : module.globals())
    if (!global.isDeclaration() && global.isThreadLocal() == hasThreads)
      consider(&global, layout_.getTypeAllocSize(global.getValueType()).getFixedValue());
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block)
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
          if (alloca->isStaticAlloca())
            if (auto size = alloca->getAllocationSize(layout_)) consider(alloca, size->getFixedValue());
}

std::optional<Promotion::Cells> Promotion::analyse(const llvm::Value* object, uint64_t size) const {
  Cells cells;
  struct Derived {
    const llvm::Value* pointer;
    int64_t offset;
  };
  std::vector<Derived> work = {{object, 0}};
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  const bool isConstant = global != nullptr && global->isConstant(); // a store to it is an error, to be seen in memory
  auto access = [&](int64_t offset, llvm::Type* type) {
    if (isAggregate(type) || offset < 0) return false;
    uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
    if (static_cast<uint64_t>(offset) + bytes > size) return false;
    auto bits = static_cast<uint32_t>(layout_.getTypeSizeInBits(type).getFixedValue());
    return addCell(cells, {static_cast<uint64_t>(offset), {bits, type->isPointerTy()}});
  };
  while (!work.empty()) {
    Derived current = work.back();
    work.pop_back();
    for (const llvm::User* user : current.pointer->users()) {
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        if (!access(current.offset, load->getType())) return std::nullopt;
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == current.pointer || isConstant) return std::nullopt;
        if (!access(current.offset, store->getValueOperand()->getType())) return std::nullopt;
      } else if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(user)) {
        llvm::APInt offset(layout_.getPointerSizeInBits(), 0);
        if (!gep->accumulateConstantOffset(layout_, offset)) return std::nullopt;
        work.push_back({gep, current.offset + offset.getSExtValue()});
      } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        if (!intrinsic->isLifetimeStartOrEnd() && !llvm::isa<llvm::DbgInfoIntrinsic>(intrinsic)) return std::nullopt;
      } else {
        return std::nullopt;
      }
    }
    if (cells.size() > kMaxCells) return std::nullopt;
  }
  return cells;
}

const Promotion::Cells* Promotion::cells(const llvm::Value* object) const {
  auto found = cells_.find(object);
  return found == cells_.end() ? nullptr : &found->second;
}

std::optional<Promotion::CellAddress> Promotion::cellAt(const llvm::Value* pointer) const {
  BaseAndOffset stripped = stripConstantOffsets(pointer, layout_);
  if (cells_.count(stripped.base) == 0) return std::nullopt;
  return CellAddress{stripped.base, static_cast<uint64_t>(stripped.offset)};
}

} // namespace assay
