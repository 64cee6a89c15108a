// Library functions that are operations of Program, or that end the program.
#include "frontend/lower_function.h"
#include "frontend/model_library.h"
#include "frontend/prepare.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>

namespace assay {

namespace {

/// The text of a string literal, or nothing.
std::string literalText(const llvm::Value* value) {
  llvm::StringRef text;
  return llvm::getConstantStringInfo(value, text) ? text.str() : "";
}

/// Whether all uses are one call, in the function in which execution begins and in no loop.
bool runsOnce(const llvm::Function& function, const std::string& entry) {
  auto* call = function.hasOneUse() ? llvm::dyn_cast<llvm::CallInst>(function.user_back()) : nullptr;
  if (call == nullptr || call->getCalledOperand() != &function) return false;
  const llvm::BasicBlock* block = call->getParent();
  const llvm::Function& caller = *block->getParent();
  if (caller.getName() != entry || !caller.use_empty()) return false;
  return llvm::none_of(llvm::successors(block), [&](const llvm::BasicBlock* successor) {
    return llvm::isPotentiallyReachable(successor, block);
  });
}

} // namespace

LowerFunction::Native LowerFunction::findNative(llvm::StringRef name) {
  static const std::unordered_map<std::string_view, Native> table = {
      {"malloc", &LowerFunction::nativeMalloc},
      {"calloc", &LowerFunction::nativeCalloc},
      {"alloca", &LowerFunction::nativeAlloca},
      {"__builtin_alloca", &LowerFunction::nativeAlloca},
      {"free", &LowerFunction::nativeFree},
      {"cfree", &LowerFunction::nativeFree},
      {"memcpy", &LowerFunction::nativeCopy},
      {"memmove", &LowerFunction::nativeCopy},
      {"__memcpy_chk", &LowerFunction::nativeCopy},
      {"__memmove_chk", &LowerFunction::nativeCopy},
      {"__atomic_load", &LowerFunction::nativeAtomicCopy},
      {"__atomic_store", &LowerFunction::nativeAtomicCopy},
      {"__atomic_exchange", &LowerFunction::nativeAtomicCopy},
      {"memset", &LowerFunction::nativeFill},
      {"__memset_chk", &LowerFunction::nativeFill},
      {"__VERIFIER_nondet_memory", &LowerFunction::nativeNondetMemory},
      {"abort", &LowerFunction::nativeAbort},
      {"__VERIFIER_error", &LowerFunction::nativeAbort},
      {"reach_error", &LowerFunction::nativeAbort},
      {"exit", &LowerFunction::nativeExit},
      {"quick_exit", &LowerFunction::nativeExit},
      {"_exit", &LowerFunction::nativeExit},
      {"_Exit", &LowerFunction::nativeExit},
      {"__assert_fail", &LowerFunction::nativeAssertFail},
      {"__assert_perror_fail", &LowerFunction::nativeAssertFail},
      {"__assert", &LowerFunction::nativeAssertFail},
      {"__assert_rtn", &LowerFunction::nativeAssertFail},
      {"__VERIFIER_assert", &LowerFunction::nativeAssert},
      {"assert", &LowerFunction::nativeAssert},
      {"__VERIFIER_assume", &LowerFunction::nativeAssume},
      {"__CPROVER_assume", &LowerFunction::nativeAssume},
      {"__ESBMC_assume", &LowerFunction::nativeAssume},
      {"setjmp", &LowerFunction::nativeJump},
      {"_setjmp", &LowerFunction::nativeJump},
      {"__sigsetjmp", &LowerFunction::nativeJump},
      {"sigsetjmp", &LowerFunction::nativeJump},
      {"longjmp", &LowerFunction::nativeJump},
      {"_longjmp", &LowerFunction::nativeJump},
      {"siglongjmp", &LowerFunction::nativeJump},
      {"fesetround", &LowerFunction::nativeSetRounding},
      {"fegetround", &LowerFunction::nativeGetRounding},
      {kCheckMarker, &LowerFunction::nativeCheckFails},
      {"__assay_object_size", &LowerFunction::nativeObjectSize},
      {"__assay_program_uses", &LowerFunction::nativeProgramUses},
      {"__assay_runs_once", &LowerFunction::nativeRunsOnce},
      {"__assay_freeable", &LowerFunction::nativeFreeable},
      {"__assay_overflow_if", &LowerFunction::nativeOverflowIf},
      {"__assay_memcpy", &LowerFunction::nativeCopy},
      {"__assay_memmove", &LowerFunction::nativeCopy},
      {"__assay_memset", &LowerFunction::nativeFill},
      {"__assay_abort", &LowerFunction::nativeAbort},
      {"__assay_fegetround", &LowerFunction::nativeGetRounding},
      {"__assay_overlap", &LowerFunction::nativeOverlap},
      {"__assay_bytes_left", &LowerFunction::nativeBytesLeft},
      {"__assay_reads", &LowerFunction::nativeReads},
      {"__assay_checks_reads", &LowerFunction::nativeChecksReads},
      {"__assay_new", &LowerFunction::nativeNew},
      {"__assay_delete", &LowerFunction::nativeDelete},
      {"__assay_unsupported", &LowerFunction::nativeUnsupported},
  };
  auto found = table.find(std::string_view(name.data(), name.size()));
  return found == table.end() ? nullptr : found->second;
}

// ---- arguments, as the function was declared, or as the call gives them to one that was not

Term LowerFunction::pointerArgument(const CallSite& site, unsigned i) {
  uint32_t width = program_.layout().width;
  if (i >= site.arguments.size() || types_.toBits(site.arguments[i]).sort().width() != width)
    throw Unsupported(site.callee.getName().str() + " called with arguments of other types");
  return site.arguments[i];
}

/// An integer, in its own width.
Term LowerFunction::integerArgument(const CallSite& site, unsigned i) {
  if (i >= site.arguments.size() || !site.call.getArgOperand(i)->getType()->isIntegerTy())
    throw Unsupported(site.callee.getName().str() + " called with arguments of other types");
  return types_.toBits(site.arguments[i]);
}

// ---- the heap

/// No machine has a block that is so large: half of the address space in 32 bits (glibc gives no more), what a pointer's
/// offset can count in 64 bits. Under the option, no block may be had at all: an input decides.
Term LowerFunction::heapBlock(const CallSite& site, Term size, Contents contents) {
  const std::string name = site.callee.getName().str();
  const PointerLayout& layout = program_.layout();
  constexpr uint64_t kMost32 = INT32_MAX;
  Term fails = isLarger(size, layout.width == 32 ? kMost32 : layout.maxObjectSize());
  if (module_.options().mallocMayFail)
    fails = terms_.mkOr(fails, input(InputKind::Unspecified, terms_.boolSort(), name + " fails"));
  if (fails.isFalse()) return allocate(size, Storage::Heap, contents, name);
  const llvm::Function* note = function_.getParent()->getFunction(kNoMemory);
  auto setErrno = [&] {
    if (note != nullptr && !note->isDeclaration() && edges_.open())
      edges_.emitLast(Call{{}, module_.function(note), {}});
  };
  beforeCall(site.call);
  if (fails.isTrue()) {
    setErrno();
    return pointerConstant(0);
  }
  VariableId result = temporary(program_.pointerSort());
  LocationId from = edges_.here();
  LocationId after = program_.addLocation(id_);
  edges_.start(from, fails);
  setErrno();
  edges_.emit(Assign{result, pointerConstant(0)});
  edges_.jump(after);
  edges_.start(from, terms_.mkNot(fails));
  Term block = allocate(size, Storage::Heap, contents, name);
  edges_.emit(Assign{result, block});
  edges_.jump(after);
  edges_.start(after);
  return termOf(result);
}

Term LowerFunction::nativeMalloc(const CallSite& site) {
  return heapBlock(site, integerArgument(site, 0), Contents::Any);
}

Term LowerFunction::nativeCalloc(const CallSite& site) {
  Term count = integerArgument(site, 0);
  Term each = integerArgument(site, 1);
  uint32_t width = program_.layout().width;
  // In twice the width, so that the product is exact.
  auto wide = [&](Term t) { return terms_.mkBvZeroExtend(terms_.mkBvZeroResize(t, width), width); };
  return heapBlock(site, terms_.mkBvMul(wide(count), wide(each)), Contents::Zero);
}

Term LowerFunction::nativeAlloca(const CallSite& site) {
  return allocate(integerArgument(site, 0), Storage::Stack, Contents::Any, "alloca");
}

Term LowerFunction::nativeFree(const CallSite& site) {
  Term pointer = pointerArgument(site, 0);
  if (module_.checks(Property::ValidFree))
    failIf(terms_.mkNot(ask(QueryKind::Freeable, {pointer})), Property::ValidFree,
           "free of what is not a live heap block");
  edges_.emit(Free{pointer, Storage::Heap});
  return {};
}

// ---- blocks of memory

void LowerFunction::copyMemory(Term target, Term source, Term size) {
  size = terms_.mkBvZeroResize(size, program_.layout().width);
  checkAccess(source, size, false, nullptr);
  checkAccess(target, size, true, nullptr);
  edges_.emit(Copy{target, source, size});
}

void LowerFunction::fillMemory(Term target, Term byte, Term size) {
  size = terms_.mkBvZeroResize(size, program_.layout().width);
  checkAccess(target, size, true, nullptr);
  edges_.emit(Fill{target, terms_.mkBvExtract(byte, 7, 0), size});
}

/// Whether the block at a has a byte of the block at b.
Term LowerFunction::overlap(Term a, Term sizeOfA, Term b, Term sizeOfB) {
  const PointerLayout& layout = program_.layout();
  auto object = [&](Term pointer) { return terms_.mkBvExtract(pointer, layout.width - 1, layout.offsetBits); };
  const Term sameObject = terms_.mkEqual(object(a), object(b));
  const Term above = terms_.mkBvUlt(terms_.mkBvSub(a, b), sizeOfB);
  const Term below = terms_.mkBvUlt(terms_.mkBvSub(b, a), sizeOfA);
  const Term none = terms_.mkZero(sizeOfA.sort());
  const Term nonempty = terms_.mkAnd(terms_.mkDistinct(sizeOfA, none), terms_.mkDistinct(sizeOfB, none));
  return terms_.mkAnd(terms_.mkAnd(sameObject, nonempty), terms_.mkOr(above, below));
}

Term LowerFunction::nativeOverlap(const CallSite& site) {
  const Arguments& given = site.arguments;
  return terms_.mkBoolToBv(overlap(given.at(0), given.at(1), given.at(2), given.at(3)), 32);
}

/// What memcpy makes of blocks that overlap is open; a block onto itself does no harm.
void LowerFunction::excludeOverlap(Term target, Term source, Term size) {
  size = terms_.mkBvZeroResize(size, program_.layout().width);
  const Term common = overlap(target, size, source, size);
  const Term overlap = terms_.mkAnd(terms_.mkDistinct(target, source), common);
  edges_.leaveIf(overlap,
                 module_.terminal(id_, LocationKind::Unsupported, "memcpy of blocks that overlap", edges_.position()));
}

Term LowerFunction::nativeCopy(const CallSite& site) {
  Term target = pointerArgument(site, 0);
  Term source = pointerArgument(site, 1);
  Term size = integerArgument(site, 2);
  copyMemory(target, source, size);
  if (site.callee.getName().contains("memcpy") && !function_.hasFnAttribute(kModelAttribute))
    excludeOverlap(target, source, size);
  return site.arguments[0];
}

/// Accesses of atomic objects that no instruction does at once: (size, from, to, order) and (size, to, from, order), and
/// (size, object, new, old, order).
Term LowerFunction::nativeAtomicCopy(const CallSite& site) {
  Term size = integerArgument(site, 0);
  Term first = pointerArgument(site, 1);
  Term second = pointerArgument(site, 2);
  llvm::StringRef name = site.callee.getName();
  if (name == "__atomic_load") {
    copyMemory(second, first, size);
    return {};
  }
  if (name == "__atomic_exchange") copyMemory(pointerArgument(site, 3), first, size);
  copyMemory(first, second, size);
  return {};
}

Term LowerFunction::nativeFill(const CallSite& site) {
  Term target = pointerArgument(site, 0);
  Term byte = integerArgument(site, 1);
  if (byte.sort().width() < 8) byte = terms_.mkBvZeroResize(byte, 8);
  fillMemory(target, byte, integerArgument(site, 2));
  return site.arguments[0];
}

/// What an object of arbitrary contents holds.
Term LowerFunction::nativeNondetMemory(const CallSite& site) {
  const Term target = pointerArgument(site, 0);
  const Term size = integerArgument(site, 1);
  const Term any = allocate(size, Storage::Stack, Contents::Any, site.callee.getName().str());
  copyMemory(target, any, size);
  edges_.emit(Free{any, Storage::Stack});
  return {};
}

Term LowerFunction::nativeObjectSize(const CallSite& site) {
  return ask(QueryKind::ObjectSize, {site.arguments.at(0)});
}

Term LowerFunction::nativeProgramUses(const CallSite& site) {
  const llvm::Function* function = function_.getParent()->getFunction(literalText(site.call.getArgOperand(0)));
  return terms_.mkBv(32, function != nullptr && !function->use_empty() ? 1 : 0);
}

Term LowerFunction::nativeRunsOnce(const CallSite& site) {
  const llvm::Function* function = function_.getParent()->getFunction(literalText(site.call.getArgOperand(0)));
  bool once = function == nullptr || function->use_empty() || runsOnce(*function, module_.options().entry);
  return terms_.mkBv(32, once ? 1 : 0);
}

Term LowerFunction::nativeFreeable(const CallSite& site) {
  Term holds = ask(QueryKind::Freeable, {site.arguments.at(0)});
  return terms_.mkBoolToBv(holds, std::max(1u, types_.bits(site.call.getType())));
}

/// From the pointer to the end of its object.
Term LowerFunction::nativeBytesLeft(const CallSite& site) {
  const PointerLayout& layout = program_.layout();
  const Term pointer = site.arguments.at(0);
  const Term size = ask(QueryKind::ObjectSize, {pointer});
  const Term window = terms_.mkBvExtract(pointer, layout.offsetBits - 1, 0);
  const Term offset = terms_.mkBvSub(terms_.mkBvZeroResize(window, layout.width), pointerConstant(layout.guardBit()));
  return terms_.mkIte(terms_.mkBvUlt(offset, size), terms_.mkBvSub(size, offset), pointerConstant(0));
}

Term LowerFunction::nativeReads(const CallSite& site) {
  checkAccess(site.arguments.at(0), terms_.mkBvZeroResize(site.arguments.at(1), program_.layout().width), false,
              nullptr);
  return {};
}

Term LowerFunction::nativeChecksReads(const CallSite&) {
  return terms_.mkBv(32, module_.checks(Property::ValidDeref) ? 1 : 0);
}

Term LowerFunction::nativeNew(const CallSite& site) {
  return allocate(site.arguments.at(0), Storage::Library, Contents::Any, literalText(site.call.getArgOperand(1)));
}

Term LowerFunction::nativeDelete(const CallSite& site) {
  edges_.emit(Free{site.arguments.at(0), Storage::Library});
  return {};
}

// ---- the end

Term LowerFunction::nativeAbort(const CallSite& site) {
  stop(LocationKind::Abort, "call of " + site.callee.getName().str());
  return {};
}

Term LowerFunction::nativeExit(const CallSite& site) {
  if (!site.arguments.empty())
    edges_.emit(Assign{module_.exitStatus(), terms_.mkBvZeroResize(types_.toBits(site.arguments[0]), 32)});
  llvm::StringRef name = site.callee.getName();
  if (!name.starts_with("_"))
    module_.callExitFunctions(edges_, id_, name == "quick_exit" ? ExitKind::Quick : ExitKind::Orderly);
  if (!edges_.open()) return {};
  edges_.start(module_.endChecks(id_, edges_.here(), edges_.position()));
  stop(LocationKind::Halt, "call of " + site.callee.getName().str());
  return {};
}

Term LowerFunction::nativeAssertFail(const CallSite& site) {
  std::string text = site.call.arg_size() > 0 ? literalText(site.call.getArgOperand(0)) : "";
  std::string message = text.empty() ? "assertion fails" : "assertion fails: " + text;
  if (module_.checks(Property::Assert)) failIf(terms_.mkTrue(), Property::Assert, message);
  stop(LocationKind::Abort, message);
  return {};
}

Term LowerFunction::nativeAssert(const CallSite& site) {
  if (site.arguments.empty()) throw Unsupported("an assertion without a condition");
  Term fails = terms_.mkEqual(types_.toBits(site.arguments[0]), terms_.mkZero(types_.toBits(site.arguments[0]).sort()));
  if (module_.checks(Property::Assert))
    failIf(fails, Property::Assert, "assertion fails");
  else
    edges_.leaveIf(fails, module_.terminal(id_, LocationKind::Abort, "assertion fails", edges_.position()));
  return {};
}

Term LowerFunction::nativeAssume(const CallSite& site) {
  if (site.arguments.empty()) throw Unsupported("an assumption without a condition");
  Term condition = types_.toBits(site.arguments[0]);
  edges_.leaveIf(terms_.mkEqual(condition, terms_.mkZero(condition.sort())),
                 module_.terminal(id_, LocationKind::Blocked, "an assumption does not hold", edges_.position()));
  return {};
}

Term LowerFunction::nativeJump(const CallSite& site) { throw Unsupported(site.callee.getName().str()); }

Term LowerFunction::nativeCheckFails(const CallSite& site) {
  auto kind = static_cast<CheckMarker>(llvm::cast<llvm::ConstantInt>(site.call.getArgOperand(0))->getZExtValue());
  if (kind == CheckMarker::DivisionByZero)
    divideByZero(terms_.mkTrue());
  else
    failIf(terms_.mkTrue(), Property::NoOverflow,
           kind == CheckMarker::Exponent ? "the exponent of a shift is negative or too large"
                                         : "the result of a signed operation overflows");
  return {};
}

Term LowerFunction::nativeOverflowIf(const CallSite& site) {
  Term condition = types_.toBits(site.arguments.at(0));
  if (module_.checks(Property::NoOverflow))
    failIf(terms_.mkDistinct(condition, terms_.mkZero(condition.sort())), Property::NoOverflow,
           "the result of a signed operation overflows");
  return {};
}

Term LowerFunction::nativeUnsupported(const CallSite& site) {
  std::string text = site.call.arg_size() > 0 ? literalText(site.call.getArgOperand(0)) : "";
  throw Unsupported(text.empty() ? "a library function that is not modelled" : text);
}

} // namespace assay
