// Library functions that are operations on memory.
#include "frontend/library/model_library.h"
#include "frontend/lower/parts.h"
#include "frontend/prepare/prepare.h"
#include "program/callers_block.h"

namespace assay {

const LowerMemoryFunctions::Natives& LowerMemoryFunctions::natives() {
  static const Natives table = {
      {"malloc", &LowerMemoryFunctions::nativeMalloc},
      {"calloc", &LowerMemoryFunctions::nativeCalloc},
      {kMakesCallersBlock, &LowerMemoryFunctions::nativeArgument},
      {"alloca", &LowerMemoryFunctions::nativeAlloca},
      {"__builtin_alloca", &LowerMemoryFunctions::nativeAlloca},
      {"free", &LowerMemoryFunctions::nativeFree},
      {"cfree", &LowerMemoryFunctions::nativeFree},
      {"memcpy", &LowerMemoryFunctions::nativeCopy},
      {"memmove", &LowerMemoryFunctions::nativeCopy},
      {"__memcpy_chk", &LowerMemoryFunctions::nativeCopy},
      {"__memmove_chk", &LowerMemoryFunctions::nativeCopy},
      {"__atomic_load", &LowerMemoryFunctions::nativeAtomicCopy},
      {"__atomic_store", &LowerMemoryFunctions::nativeAtomicCopy},
      {"__atomic_exchange", &LowerMemoryFunctions::nativeAtomicCopy},
      {"memset", &LowerMemoryFunctions::nativeFill},
      {"__memset_chk", &LowerMemoryFunctions::nativeFill},
      {"__VERIFIER_nondet_memory", &LowerMemoryFunctions::nativeNondetMemory},
      {"__assay_memcpy", &LowerMemoryFunctions::nativeCopy},
      {"__assay_memmove", &LowerMemoryFunctions::nativeCopy},
      {"__assay_memset", &LowerMemoryFunctions::nativeFill},
      {"__assay_overlap", &LowerMemoryFunctions::nativeOverlap},
      {"__assay_new", &LowerMemoryFunctions::nativeNew},
      {"__assay_delete", &LowerMemoryFunctions::nativeDelete},
  };
  return table;
}

Term LowerMemoryFunctions::pointerArgument(const CallSite& site, unsigned i) {
  uint32_t width = program_.layout().width;
  if (i >= site.arguments.size() || types_.toBits(site.arguments[i]).sort().width() != width)
    throw Unsupported(site.callee.getName().str() + " called with arguments of other types");
  return site.arguments[i];
}

/// An integer, in its own width.
Term LowerMemoryFunctions::integerArgument(const CallSite& site, unsigned i) {
  if (i >= site.arguments.size() || !site.call.getArgOperand(i)->getType()->isIntegerTy())
    throw Unsupported(site.callee.getName().str() + " called with arguments of other types");
  return types_.toBits(site.arguments[i]);
}

/// No machine has a block that is so large: half of the address space in 32 bits (glibc gives no more), what a
/// pointer's offset can count in 64 bits.
Term LowerMemoryFunctions::isTooLarge(Term size) const {
  const PointerLayout& layout = program_.layout();
  constexpr uint64_t kMost32 = INT32_MAX;
  return parts_.memory.isLarger(size, layout.width == 32 ? kMost32 : layout.maxObjectSize());
}

/// Under the option, no block may be had at all: an input decides.
Term LowerMemoryFunctions::heapBlock(const CallSite& site, Term size, Contents contents) {
  const std::string name = site.callee.getName().str();
  Term fails = isTooLarge(size);
  if (module_.options().mallocMayFail)
    fails = terms_.mkOr(fails, input(InputKind::Unspecified, terms_.boolSort(), name + " fails"));
  if (fails.isFalse()) return parts_.memory.allocate(size, Storage::Heap, contents, name);
  const llvm::Function* note = function_.getParent()->getFunction(kNoMemory);
  auto setErrno = [&] {
    if (note == nullptr || note->isDeclaration() || !edges_.open()) return;
    const FunctionId noting = module_.function(note);
    Arguments passed;
    module_.libraryCalls().pass(noting, id_, {}, passed);
    edges_.emitLast(Call{{}, noting, std::move(passed)});
  };
  parts_.values.beforeCall(site.call);
  if (fails.isTrue()) {
    setErrno();
    return pointerConstant(0);
  }
  VariableId result = temporaryPointer();
  LocationId from = edges_.here();
  LocationId after = program_.addLocation(id_);
  edges_.start(from, fails);
  setErrno();
  edges_.emit(Assign{result, pointerConstant(0)});
  edges_.jump(after);
  edges_.start(from, terms_.mkNot(fails));
  Term block = parts_.memory.allocate(size, Storage::Heap, contents, name);
  edges_.emit(Assign{result, block});
  edges_.jump(after);
  edges_.start(after);
  return termOf(result);
}

Term LowerMemoryFunctions::nativeMalloc(const CallSite& site) {
  return heapBlock(site, integerArgument(site, 0), Contents::Any);
}

Term LowerMemoryFunctions::nativeCalloc(const CallSite& site) {
  Term count = integerArgument(site, 0);
  Term each = integerArgument(site, 1);
  uint32_t width = program_.layout().width;
  // In twice the width, so that the product is exact.
  auto wide = [&](Term t) { return terms_.mkBvZeroExtend(terms_.mkBvZeroResize(t, width), width); };
  return heapBlock(site, terms_.mkBvMul(wide(count), wide(each)), Contents::Zero);
}

/// What no machine has, no caller passes.
Term LowerMemoryFunctions::nativeArgument(const CallSite& site) {
  const Term size = integerArgument(site, 0);
  endIf(isTooLarge(size), LocationKind::Blocked, "an assumption does not hold");
  return parts_.memory.allocate(size, Storage::Heap, Contents::Any, std::string(kCallersBlock));
}

Term LowerMemoryFunctions::nativeAlloca(const CallSite& site) {
  return parts_.memory.allocate(integerArgument(site, 0), Storage::Stack, Contents::Any, "alloca");
}

Term LowerMemoryFunctions::nativeFree(const CallSite& site) {
  Term pointer = pointerArgument(site, 0);
  LocationId error;
  parts_.threads.announceFree(pointer);
  if (module_.checks(Property::ValidFree))
    error = failIf(terms_.mkNot(ask(QueryKind::Freeable, {pointer})), Property::ValidFree,
                   "free of what is not a live heap block", Behind::Nothing);
  edges_.emit(Free{pointer, Storage::Heap});
  goOnBehind({error});
  return {};
}

void LowerMemoryFunctions::copyMemory(Term target, Term source, Term size, const CopiedBlocks& blocks) {
  size = terms_.mkBvZeroResize(size, program_.layout().width);
  if (!blocks.sourceIsOwn) parts_.threads.announce({AccessKind::Read, source, size}, blocks.source);
  if (!blocks.targetIsOwn) parts_.threads.announce({AccessKind::Write, target, size}, blocks.target);
  const LocationId read = parts_.memory.checkAccess(source, size, false, nullptr);
  const LocationId written = parts_.memory.checkAccess(target, size, true, nullptr);
  const LocationId constant = parts_.memory.checkConstant(target, size, blocks.isOfCompiler ? blocks.target : nullptr);
  edges_.emit(Copy{target, source, size});
  goOnBehind({read, written, constant});
}

void LowerMemoryFunctions::fillMemory(Term target, Term byte, Term size, const CopiedBlocks& blocks) {
  size = terms_.mkBvZeroResize(size, program_.layout().width);
  parts_.threads.announce({AccessKind::Write, target, size}, blocks.target);
  const LocationId error = parts_.memory.checkAccess(target, size, true, nullptr);
  const LocationId constant = parts_.memory.checkConstant(target, size, blocks.isOfCompiler ? blocks.target : nullptr);
  edges_.emit(Fill{target, terms_.mkBvExtract(byte, 7, 0), size});
  goOnBehind({error, constant});
}

/// Whether the block at a has a byte of the block at b.
Term LowerMemoryFunctions::overlap(Term a, Term sizeOfA, Term b, Term sizeOfB) {
  const PointerLayout& layout = program_.layout();
  auto object = [&](Term pointer) { return terms_.mkBvExtract(pointer, layout.width - 1, layout.offsetBits); };
  const Term sameObject = terms_.mkEqual(object(a), object(b));
  const Term above = terms_.mkBvUlt(terms_.mkBvSub(a, b), sizeOfB);
  const Term below = terms_.mkBvUlt(terms_.mkBvSub(b, a), sizeOfA);
  const Term none = terms_.mkZero(sizeOfA.sort());
  const Term nonempty = terms_.mkAnd(terms_.mkDistinct(sizeOfA, none), terms_.mkDistinct(sizeOfB, none));
  return terms_.mkAnd(terms_.mkAnd(sameObject, nonempty), terms_.mkOr(above, below));
}

Term LowerMemoryFunctions::nativeOverlap(const CallSite& site) {
  const Arguments& given = site.arguments;
  if (isSketch()) return terms_.mkBv(32, 0); // what a copy leaves in memory is open
  return terms_.mkBoolToBv(overlap(given.at(0), given.at(1), given.at(2), given.at(3)), 32);
}

/// What memcpy makes of blocks that overlap is open; a block onto itself does no harm.
void LowerMemoryFunctions::excludeOverlap(Term target, Term source, Term size) {
  if (isSketch()) return;
  size = terms_.mkBvZeroResize(size, program_.layout().width);
  const Term common = overlap(target, size, source, size);
  const Term overlap = terms_.mkAnd(terms_.mkDistinct(target, source), common);
  edges_.leaveIf(overlap, edges_.terminal(LocationKind::Unsupported, "memcpy of blocks that overlap"));
}

Term LowerMemoryFunctions::nativeCopy(const CallSite& site) {
  Term target = pointerArgument(site, 0);
  Term source = pointerArgument(site, 1);
  Term size = integerArgument(site, 2);
  copyMemory(target, source, size, {.target = site.call.getArgOperand(0), .source = site.call.getArgOperand(1)});
  if (site.callee.getName().contains("memcpy") && !function_.hasFnAttribute(kModelAttribute))
    excludeOverlap(target, source, size);
  return site.arguments[0];
}

/// Accesses of atomic objects that no instruction does at once: (size, from, to, order) and (size, to, from, order),
/// and (size, object, new, old, order).
Term LowerMemoryFunctions::nativeAtomicCopy(const CallSite& site) {
  Term size = integerArgument(site, 0);
  Term first = pointerArgument(site, 1);
  Term second = pointerArgument(site, 2);
  llvm::StringRef name = site.callee.getName();
  const llvm::Value* object = site.call.getArgOperand(1);
  const llvm::Value* other = site.call.getArgOperand(2);
  const bool isLoad = name == "__atomic_load";
  const Term width = terms_.mkBvZeroResize(size, program_.layout().width);
  parts_.threads.announce({isLoad ? AccessKind::Read : AccessKind::Write, first, width, true}, object);
  parts_.threads.beginRegion(true);
  if (isLoad) {
    copyMemory(second, first, size, {.target = other, .source = object});
  } else {
    if (name == "__atomic_exchange") {
      const Term old = pointerArgument(site, 3);
      copyMemory(old, first, size, {.target = site.call.getArgOperand(3), .source = object});
    }
    copyMemory(first, second, size, {.target = object, .source = other});
  }
  parts_.threads.endRegion();
  return {};
}

Term LowerMemoryFunctions::nativeFill(const CallSite& site) {
  Term target = pointerArgument(site, 0);
  Term byte = integerArgument(site, 1);
  if (byte.sort().width() < 8) byte = terms_.mkBvZeroResize(byte, 8);
  fillMemory(target, byte, integerArgument(site, 2), {.target = site.call.getArgOperand(0)});
  return site.arguments[0];
}

/// What an object of arbitrary contents holds.
Term LowerMemoryFunctions::nativeNondetMemory(const CallSite& site) {
  const Term target = pointerArgument(site, 0);
  const Term size = integerArgument(site, 1);
  const Term any = parts_.memory.allocate(size, Storage::Stack, Contents::Any, site.callee.getName().str());
  copyMemory(target, any, size, {.target = site.call.getArgOperand(0), .sourceIsOwn = true});
  edges_.emit(Free{any, Storage::Stack});
  return {};
}

Term LowerMemoryFunctions::nativeNew(const CallSite& site) {
  return parts_.memory.allocate(site.arguments.at(0), Storage::Library, Contents::Any,
                                literalText(site.call.getArgOperand(1)));
}

Term LowerMemoryFunctions::nativeDelete(const CallSite& site) {
  edges_.emit(Free{site.arguments.at(0), Storage::Library});
  return {};
}

} // namespace assay
