#include "frontend/lower/threads.h"

#include "frontend/library/model_library.h"
#include "frontend/lower/leak_checks.h"
#include "frontend/lower/parts.h"

#include <unordered_map>

namespace assay {

namespace {

constexpr const char* kDeadlock = "deadlock: every thread waits for another one";
constexpr const char* kCircle = "deadlock: threads wait for each other in a circle";

} // namespace

const LowerThreads::Natives& LowerThreads::natives() {
  static const Natives table = {
      {"__assay_has_threads", &LowerThreads::nativeHasThreads},
      {"__assay_atomic_begin", &LowerThreads::nativeAtomicBegin},
      {"__assay_atomic_end", &LowerThreads::nativeAtomicEnd},
      {"__assay_step", &LowerThreads::nativeStep},
      {"__assay_await_equal", &LowerThreads::nativeAwait},
      {"__assay_await_distinct", &LowerThreads::nativeAwait},
      {"__assay_await_at_least", &LowerThreads::nativeAwait},
      {kSpawn, &LowerThreads::nativeSpawn},
      {"__assay_end_thread", &LowerThreads::nativeEndThread},
      {"__assay_deadlock", &LowerThreads::nativeDeadlock},
      {"__assay_circle", &LowerThreads::nativeCircle},
      {"__assay_checks_deadlocks", &LowerThreads::nativeChecksDeadlocks},
  };
  return table;
}

void LowerThreads::announce(const Access& access, const llvm::Value* pointerValue) {
  const bool isWritten = access.kind == AccessKind::Write;
  if (!module_.threads().arePresent || !edges_.open()) return;
  if (program_[id_].isUnseen) return;
  if (pointerValue != nullptr && !module_.threads().sharing.isShared(pointerValue, isWritten)) return;
  constexpr uint64_t kWord = 8; // bytes
  if (!module_.checks(Property::NoDataRace) && (!access.size.isValue() || access.size.value().toUint64() > kWord))
    program_.assumptions.add("copies of several bytes happen at once: data races are not looked for",
                             edges_.position());
  edges_.emitFirst(Step{access.kind, access.isAtomic, access.pointer, access.size});
  if (!module_.checks(Property::NoDataRace)) return;
  // An atomic access races with those that are not; others do not see it coming where it stands in a region.
  if (access.isAtomic) beginRegion(true);
  Term isUnraced = ask(isWritten ? QueryKind::UnracedWrite : QueryKind::UnracedRead, {access.pointer, access.size});
  if (access.isAtomic) endRegion();
  failIf(terms_.mkNot(isUnraced), Property::NoDataRace,
         isWritten ? "data race: memory is written that another thread is about to access"
                   : "data race: memory is read that another thread is about to write");
}

void LowerThreads::announceFree(Term pointer) {
  if (module_.threads().arePresent) edges_.emitFirst(Step{AccessKind::Write, true, pointer, pointerConstant(0)});
}

void LowerThreads::noteOrder(llvm::AtomicOrdering order) {
  if (module_.threads().arePresent && order != llvm::AtomicOrdering::SequentiallyConsistent)
    program_.assumptions.add("sequential consistency, for atomic accesses that ask for less, too", edges_.position());
}

void LowerThreads::beginRegion(bool goesOn) {
  if (!module_.threads().arePresent) return;
  if (!goesOn) edges_.emitFirst(Step{});
  edges_.emit(Atomic{true});
}

void LowerThreads::endRegion() {
  if (module_.threads().arePresent) edges_.emit(Atomic{false});
}

Term LowerThreads::nativeHasThreads(const CallSite&) { return terms_.mkBv(32, module_.threads().arePresent ? 1 : 0); }

Term LowerThreads::nativeChecksDeadlocks(const CallSite&) {
  return terms_.mkBv(32, module_.checks(Property::NoDeadlock) ? 1 : 0);
}

Term LowerThreads::nativeAtomicBegin(const CallSite&) {
  beginRegion();
  return {};
}

Term LowerThreads::nativeAtomicEnd(const CallSite&) {
  endRegion();
  return {};
}

Term LowerThreads::nativeStep(const CallSite&) {
  if (module_.threads().arePresent) edges_.emitFirst(Step{});
  return {};
}

Term LowerThreads::nativeAwait(const CallSite& site) {
  static const std::unordered_map<std::string_view, AwaitKind> kinds = {
      {"__assay_await_equal", AwaitKind::Equal},
      {"__assay_await_distinct", AwaitKind::Distinct},
      {"__assay_await_at_least", AwaitKind::AtLeast},
  };
  if (!module_.threads().arePresent) throw Unsupported("waiting in a program without threads");
  const Term pointer = site.arguments.at(0), value = site.arguments.at(1);
  parts_.memory.checkAccess(pointer, pointerConstant(value.sort().width() / 8), false, site.call.getArgOperand(0));
  VariableId isMet = temporary(terms_.boolSort(), "met");
  edges_.emitFirst(Await{isMet, pointer, kinds.at(std::string_view(site.callee.getName())), value});
  if (!edges_.open()) return {};
  const LocationId from = edges_.here();
  edges_.start(from, terms_.mkNot(termOf(isMet)));
  nativeDeadlock(site);
  // Nobody goes on any more, so nobody can violate anything but what is looked for at ends.
  if (edges_.open() && module_.checks(Property::ValidMemtrack))
    edges_.start(checkTracked(module_, id_, edges_.here(), edges_.position()));
  stop(LocationKind::Blocked, kDeadlock);
  edges_.start(from, termOf(isMet));
  return {};
}

/// (function, arguments...): the function is a model's, by its name.
Term LowerThreads::nativeSpawn(const CallSite& site) {
  auto* function = llvm::dyn_cast<llvm::Function>(site.call.getArgOperand(0)->stripPointerCasts());
  if (!module_.threads().arePresent || function == nullptr || function->isDeclaration() ||
      function->arg_size() + 1 != site.arguments.size())
    throw Unsupported("a thread that begins with a function that is not known");
  if (!module_.checks(Property::NoDataRace))
    program_.assumptions.add("sequential consistency: data races are not looked for", {});
  const FunctionId callee = module_.function(function);
  Arguments passed;
  for (const llvm::Argument& parameter : function->args())
    passed.push_back(types_.convert(site.arguments[parameter.getArgNo() + 1], parameter.getType()));
  module_.libraryCalls().pass(callee, id_, {}, passed);
  // A thread begins with the rounding mode of the one that makes it.
  if (module_.setsRounding())
    leaveUnsupported(terms_.mkDistinct(termOf(module_.roundingMode()), terms_.mkBv(32, 0)),
                     "a thread that begins with another rounding mode");
  VariableId number = temporary(terms_.bvSort(32), "thread");
  edges_.emit(Spawn{number, callee, std::move(passed)});
  module_.threads().spawned.insert(callee);
  return termOf(number);
}

Term LowerThreads::nativeEndThread(const CallSite&) {
  stop(LocationKind::ThreadEnd, "the thread ends");
  return {};
}

/// Where it is not checked, the threads wait for ever.
Term LowerThreads::nativeDeadlock(const CallSite&) {
  if (module_.checks(Property::NoDeadlock)) failIf(terms_.mkTrue(), Property::NoDeadlock, kDeadlock, Behind::Nothing);
  return {};
}

/// What others can still do, they could do before the last thread began to wait: nothing is lost behind it.
Term LowerThreads::nativeCircle(const CallSite&) {
  if (module_.checks(Property::NoDeadlock)) failIf(terms_.mkTrue(), Property::NoDeadlock, kCircle, Behind::Nothing);
  return {};
}

} // namespace assay
