// Library functions that are operations of Program, or that end the program.
#include "frontend/compile/contract_macros.h"
#include "frontend/library/model_library.h"
#include "frontend/lower/leak_checks.h"
#include "frontend/lower/parts.h"
#include "frontend/prepare/prepare.h"
#include "program/size_limit.h"

#include <llvm/Analysis/CFG.h>

namespace assay {

namespace {

/// The end of the program by that of its last thread: exit(0).
constexpr const char* kLastThread = "__assay_exit_with_last_thread";

/// What harnesses leave out (harness/writer.h).
constexpr const char* kLimit = "__assay_limit";
constexpr const char* kLimitOfSize = "__assay_limit_of_size";

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

const LowerLibrary::Natives& LowerLibrary::natives() {
  static const Natives table = {
      {"abort", &LowerLibrary::nativeAbort},
      {"__VERIFIER_error", &LowerLibrary::nativeError},
      {"reach_error", &LowerLibrary::nativeError},
      {"exit", &LowerLibrary::nativeExit},
      {"quick_exit", &LowerLibrary::nativeExit},
      {"_exit", &LowerLibrary::nativeExit},
      {"_Exit", &LowerLibrary::nativeExit},
      {kLastThread, &LowerLibrary::nativeExit},
      {"__assert_fail", &LowerLibrary::nativeAssertFail},
      {"__assert_perror_fail", &LowerLibrary::nativeAssertFail},
      {"__assert", &LowerLibrary::nativeAssertFail},
      {"__assert_rtn", &LowerLibrary::nativeAssertFail},
      {"__VERIFIER_assert", &LowerLibrary::nativeAssert},
      {"assert", &LowerLibrary::nativeAssert},
      {"__VERIFIER_assume", &LowerLibrary::nativeAssume},
      {"__CPROVER_assume", &LowerLibrary::nativeAssume},
      {"__ESBMC_assume", &LowerLibrary::nativeAssume},
      {kLimit, &LowerLibrary::nativeLimit},
      {kLimitOfSize, &LowerLibrary::nativeLimit},
      {kCheckMarker, &LowerLibrary::nativeCheckFails},
      {kConstantLocal, &LowerLibrary::nativeConstantLocal},
      {kLoopInvariant, &LowerLibrary::nativeLoopInvariant},
      {kSameByte, &LowerLibrary::nativeSameByte},
      {"__assay_object_size", &LowerLibrary::nativeObjectSize},
      {"__assay_program_uses", &LowerLibrary::nativeProgramUses},
      {"__assay_runs_once", &LowerLibrary::nativeRunsOnce},
      {"__assay_freeable", &LowerLibrary::nativeFreeable},
      {"__assay_overflow_if", &LowerLibrary::nativeOverflowIf},
      {"__assay_abort", &LowerLibrary::nativeAbort},
      {"__assay_bytes_left", &LowerLibrary::nativeBytesLeft},
      {"__assay_reads", &LowerLibrary::nativeReads},
      {"__assay_checks_reads", &LowerLibrary::nativeChecksReads},
      {"__assay_unsupported", &LowerLibrary::nativeUnsupported},
      {"__assay_unknown_result", &LowerLibrary::nativeUnknownResult},
  };
  return table;
}

// ---- what models ask

Term LowerLibrary::nativeObjectSize(const CallSite& site) { return ask(QueryKind::ObjectSize, {site.arguments.at(0)}); }

Term LowerLibrary::nativeConstantLocal(const CallSite& site) {
  return parts_.memory.constantLocal(site.call.getArgOperand(0), site.arguments.at(0));
}

Term LowerLibrary::nativeProgramUses(const CallSite& site) {
  const llvm::Function* function = function_.getParent()->getFunction(literalText(site.call.getArgOperand(0)));
  return terms_.mkBv(32, function != nullptr && !function->use_empty() ? 1 : 0);
}

Term LowerLibrary::nativeRunsOnce(const CallSite& site) {
  const llvm::Function* function = function_.getParent()->getFunction(literalText(site.call.getArgOperand(0)));
  bool once = function == nullptr || function->use_empty() || runsOnce(*function, module_.options().entry);
  return terms_.mkBv(32, once ? 1 : 0);
}

Term LowerLibrary::nativeFreeable(const CallSite& site) {
  Term holds = ask(QueryKind::Freeable, {site.arguments.at(0)});
  return terms_.mkBoolToBv(holds, std::max(1u, types_.bits(site.call.getType())));
}

/// From the pointer to the end of its object.
Term LowerLibrary::nativeBytesLeft(const CallSite& site) {
  const PointerLayout& layout = program_.layout();
  const Term pointer = site.arguments.at(0);
  const Term size = ask(QueryKind::ObjectSize, {pointer});
  const Term window = terms_.mkBvExtract(pointer, layout.offsetBits - 1, 0);
  const Term offset = terms_.mkBvSub(terms_.mkBvZeroResize(window, layout.width), pointerConstant(layout.guardBit()));
  return terms_.mkIte(terms_.mkBvUlt(offset, size), terms_.mkBvSub(size, offset), pointerConstant(0));
}

Term LowerLibrary::nativeReads(const CallSite& site) {
  const Term pointer = site.arguments.at(0);
  const Term size = terms_.mkBvZeroResize(site.arguments.at(1), program_.layout().width);
  parts_.threads.announce({AccessKind::Read, pointer, size}, site.call.getArgOperand(0));
  goOnBehind({parts_.memory.checkAccess(pointer, size, false, nullptr)});
  return {};
}

Term LowerLibrary::nativeChecksReads(const CallSite&) {
  const bool isRace = module_.threads().arePresent && module_.checks(Property::NoDataRace);
  return terms_.mkBv(32, isRace || module_.checks(Property::ValidDeref) ? 1 : 0);
}

// ---- the end

Term LowerLibrary::nativeAbort(const CallSite& site) {
  stop(LocationKind::Abort, "call of " + site.callee.getName().str());
  return {};
}

// Where it matters whether executions end, these may return, unless they are declared not to (in a file that is not C).
Term LowerLibrary::nativeError(const CallSite& site) {
  if (!module_.checks(Property::Termination) || site.callee.doesNotReturn()) return nativeAbort(site);
  const Term returns = input(InputKind::Unspecified, terms_.boolSort(), site.callee.getName().str() + " returns");
  abortIf(terms_.mkNot(returns), "call of " + site.callee.getName().str());
  return {};
}

Term LowerLibrary::nativeExit(const CallSite& site) {
  if (!site.arguments.empty())
    edges_.emit(
        Assign{module_.startAndEnd().exitStatus(), terms_.mkBvZeroResize(types_.toBits(site.arguments[0]), 32)});
  llvm::StringRef name = site.callee.getName();
  if (!name.starts_with("_") || name == kLastThread)
    module_.startAndEnd().callExitFunctions(edges_, name == "quick_exit" ? ExitKind::Quick : ExitKind::Orderly);
  if (!edges_.open()) return {};
  letOthersGoOn();
  edges_.start(checkLeaksAtEnd(module_, id_, edges_.here(), edges_.position()));
  stop(LocationKind::Halt, name == kLastThread ? "the last thread ends" : "call of " + name.str());
  return {};
}

Term LowerLibrary::nativeAssertFail(const CallSite& site) {
  std::string text = site.call.arg_size() > 0 ? literalText(site.call.getArgOperand(0)) : "";
  std::string message = text.empty() ? "assertion fails" : "assertion fails: " + text;
  if (module_.checks(Property::Assert)) failIf(terms_.mkTrue(), Property::Assert, message);
  stop(LocationKind::Abort, message);
  return {};
}

Term LowerLibrary::nativeAssert(const CallSite& site) {
  if (site.arguments.empty()) throw Unsupported("an assertion without a condition");
  Term fails = terms_.mkEqual(types_.toBits(site.arguments[0]), terms_.mkZero(types_.toBits(site.arguments[0]).sort()));
  if (module_.checks(Property::Assert))
    failIf(fails, Property::Assert, "assertion fails", Behind::Abort);
  else
    abortIf(fails, "assertion fails");
  return {};
}

/// What a user says of a loop. Its value is not looked at.
Term LowerLibrary::nativeLoopInvariant(const CallSite& site) {
  if (site.arguments.size() != 2) throw Unsupported("an invariant without a condition");
  const Term condition = types_.toBits(site.arguments[0]);
  const Term fails = terms_.mkEqual(condition, terms_.mkZero(condition.sort()));
  if (module_.checks(Property::Assert))
    failIf(fails, Property::Assert, "loop invariant fails: " + literalText(site.call.getArgOperand(1)), Behind::Abort);
  return terms_.mkBv(32, 0);
}

Term LowerLibrary::nativeSameByte(const CallSite& site) {
  const Term one = terms_.mkBvExtract(types_.toBits(site.arguments.at(0)), 7, 0);
  return terms_.mkBoolToBv(terms_.mkEqual(one, terms_.mkBvExtract(types_.toBits(site.arguments.at(1)), 7, 0)), 32);
}

Term LowerLibrary::nativeAssume(const CallSite& site) {
  if (site.arguments.empty()) throw Unsupported("an assumption without a condition");
  Term condition = types_.toBits(site.arguments[0]);
  endIf(terms_.mkEqual(condition, terms_.mkZero(condition.sort())), LocationKind::Blocked,
        "an assumption does not hold");
  return {};
}

/// What a harness does not try, and a proof does not speak of.
Term LowerLibrary::nativeLimit(const CallSite& site) {
  const std::string limit = site.call.arg_size() == 2 ? literalText(site.call.getArgOperand(1)) : "";
  if (limit.empty()) throw Unsupported("a limit without a condition and a text");
  Term condition = types_.toBits(site.arguments[0]);
  const LocationId beyond = edges_.terminal(LocationKind::Limit, limit);
  if (site.callee.getName() == kLimitOfSize) program_[beyond].label = kSizeLimit;
  edges_.leaveIf(terms_.mkEqual(condition, terms_.mkZero(condition.sort())), beyond);
  return {};
}

Term LowerLibrary::nativeCheckFails(const CallSite& site) {
  auto kind = static_cast<CheckMarker>(llvm::cast<llvm::ConstantInt>(site.call.getArgOperand(0))->getZExtValue());
  if (kind == CheckMarker::DivisionByZero)
    parts_.instructions.divideByZero(terms_.mkTrue());
  else if (const llvm::MDNode* message = site.call.getMetadata(kCheckMessage); kind == CheckMarker::Bounds && message)
    failIf(terms_.mkTrue(), Property::Bounds, llvm::cast<llvm::MDString>(message->getOperand(0))->getString().str());
  else if (kind == CheckMarker::Uninitialised)
    failIf(terms_.mkTrue(), Property::Uninit,
           llvm::cast<llvm::MDString>(site.call.getMetadata(kCheckMessage)->getOperand(0))->getString().str());
  else
    failIf(terms_.mkTrue(), Property::NoOverflow,
           kind == CheckMarker::Exponent ? "the exponent of a shift is negative or too large"
                                         : "the result of a signed operation overflows");
  return {};
}

Term LowerLibrary::nativeOverflowIf(const CallSite& site) {
  Term condition = types_.toBits(site.arguments.at(0));
  if (module_.checks(Property::NoOverflow))
    failIf(terms_.mkDistinct(condition, terms_.mkZero(condition.sort())), Property::NoOverflow,
           "the result of a signed operation overflows");
  return {};
}

Term LowerLibrary::nativeUnsupported(const CallSite& site) {
  std::string text = site.call.arg_size() > 0 ? literalText(site.call.getArgOperand(0)) : "";
  throw Unsupported(text.empty() ? "a library function that is not modelled" : text);
}

Term LowerLibrary::nativeUnknownResult(const CallSite& site) {
  if (!isSketch()) return nativeUnsupported(site);
  const LocationId end = edges_.terminal(LocationKind::Unsupported, literalText(site.call.getArgOperand(0)));
  program_[end].label = kUnknownResult;
  edges_.jump(end);
  return {};
}

} // namespace assay
