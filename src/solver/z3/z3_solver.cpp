#include "solver/z3/z3_solver.h"

#include "solver/z3/z3_translate.h"
#include "term/traverse.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace assay {

namespace {

constexpr unsigned kForever = UINT32_MAX; // Z3's word for it
/// What Z3 counts in a millisecond of usual work.
constexpr uint64_t kResources = 1000;

constexpr const char* kExpand = "expand"; // no tactic of Z3: see below

} // namespace

struct Z3Solver::Impl {
  void use(Z3Ref<Z3_solver> next);
  void assertTerm(Term term) { z3.call<Z3_solver_assert>(solver, translate(term)); }
  void useTactics(std::initializer_list<const char*> names);
  Z3Ref<Z3_tactic> tactic(const char* name) const;
  void beIncremental();

  const Z3Api z3; // of all that follows
  Z3Translator translate{z3};
  Z3Ref<Z3_solver> solver; // of the last check
  Z3Model model;
  std::vector<Z3Ast> assumptions; // of the last check
  std::vector<Term> assumedTerms; // the same
  Term falseAssumption;           // among them, or null
  uint64_t checks = 0;

  // Until the solver is incremental: what is asserted, and how much of it was there in an earlier check.
  bool isIncremental = false;
  std::vector<Term> asserted;
  std::vector<size_t> scopes;
  size_t numAsked = 0;

  struct Limits {
    unsigned milliseconds = kForever, conflicts = UINT32_MAX, megabytes = UINT32_MAX; // Z3's words for none
    unsigned resources = 0;                                                           // and this is another
    bool operator==(const Limits&) const = default;
  };
  Limits limits; // that Z3 knows
  void setLimits(const Limits& limits);
  /// Since the last call.
  uint64_t resourcesUsed();
  uint64_t resourcesBefore = 0;

  // Z3 forgets an interruption that comes just before it begins, so one that comes while `running` is repeated by a
  // thread until the check has ended.
  std::mutex mutex;
  bool running = false;
  std::atomic<bool> ended{false};
  std::thread interrupter;
};

uint64_t Z3Solver::Impl::resourcesUsed() {
  const Z3Ref<Z3_stats> stats = z3.call<Z3_solver_get_statistics>(solver);
  for (unsigned i = 0; i < z3.call<Z3_stats_size>(stats); ++i) {
    if (std::string_view(z3.call<Z3_stats_get_key>(stats, i)) != "rlimit count") continue;
    const uint64_t now = z3.call<Z3_stats_get_uint_value>(stats, i);
    const uint64_t before = std::exchange(resourcesBefore, now);
    return now > before ? now - before : 0;
  }
  return 0;
}

// To set parameters takes Z3 longer than most queries.
void Z3Solver::Impl::setLimits(const Limits& next) {
  if (next == limits) return;
  limits = next;
  const Z3Ref<Z3_params> params = z3.call<Z3_mk_params>();
  auto set = [&](const char* name, unsigned value) {
    z3.call<Z3_params_set_uint>(params, z3.call<Z3_mk_string_symbol>(name), value);
  };
  set("timeout", next.milliseconds);
  set("rlimit", next.resources);
  set("max_conflicts", next.conflicts);
  set("max_memory", next.megabytes);
  z3.call<Z3_solver_set_params>(solver, params);
}

void Z3Solver::Impl::use(Z3Ref<Z3_solver> next) {
  solver = std::move(next);
  limits = {};
}

void Z3Solver::Impl::beIncremental() {
  if (isIncremental) return;
  isIncremental = true;
  use(z3.call<Z3_mk_simple_solver>());
  for (size_t i = 0, scope = 0; i <= asserted.size(); ++i) {
    for (; scope < scopes.size() && scopes[scope] == i; ++scope) z3.call<Z3_solver_push>(solver);
    if (i < asserted.size()) assertTerm(asserted[i]);
  }
  asserted.clear();
  scopes.clear();
}

/// kExpand: products become sums of monomials, so that what is equal by the laws of rings is the same.
Z3Ref<Z3_tactic> Z3Solver::Impl::tactic(const char* name) const {
  if (name != kExpand) return z3.call<Z3_mk_tactic>(name);
  const Z3Ref<Z3_params> params = z3.call<Z3_mk_params>();
  const Z3_symbol som = z3.call<Z3_mk_string_symbol>("som");
  z3.call<Z3_params_set_bool>(params, som, true);
  const Z3Ref<Z3_tactic> simplify = z3.call<Z3_mk_tactic>("simplify");
  return z3.call<Z3_tactic_using_params>(simplify, params);
}

/// One after the other, on what is asserted.
void Z3Solver::Impl::useTactics(std::initializer_list<const char*> names) {
  Z3Ref<Z3_tactic> all;
  for (const char* name : names) {
    Z3Ref<Z3_tactic> next = tactic(name);
    all = all ? z3.call<Z3_tactic_and_then>(all, next) : std::move(next);
  }
  use(z3.call<Z3_mk_solver_from_tactic>(all));
  for (Term term : asserted) assertTerm(term);
}

Z3Solver::Z3Solver(TermManager& terms) : Backend(terms), impl_(std::make_unique<Impl>()) {}

Z3Solver::~Z3Solver() = default;

void Z3Solver::doAssert(Term term) {
  if (!impl_->isIncremental) {
    impl_->asserted.push_back(term);
  } else {
    impl_->assertTerm(term);
  }
}

void Z3Solver::doPush() {
  if (!impl_->isIncremental) {
    impl_->scopes.push_back(impl_->asserted.size());
  } else {
    impl_->z3.call<Z3_solver_push>(impl_->solver);
  }
}

void Z3Solver::doPop() {
  if (!impl_->isIncremental) {
    impl_->asserted.resize(impl_->scopes.back());
    impl_->scopes.pop_back();
    impl_->numAsked = std::min(impl_->numAsked, impl_->asserted.size());
  } else {
    impl_->z3.call<Z3_solver_pop>(impl_->solver, 1U);
  }
}

void Z3Solver::interrupt() {
  Backend::interrupt();
  std::lock_guard lock(impl_->mutex);
  if (!impl_->running || impl_->interrupter.joinable()) return;
  impl_->interrupter = std::thread([impl = impl_.get()] {
    while (!impl->ended.load()) {
      impl->z3.call<Z3_interrupt>();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
}

Answer Z3Solver::doCheck(std::span<const Term> assumptions) {
  Impl& impl = *impl_;
  impl.model = {};
  impl.assumptions.clear();
  impl.assumedTerms.clear();
  impl.falseAssumption = Term();
  ++impl.checks;
  for (Term term : assumptions) {
    if (term.isFalse()) { // Z3 would leave it out of the core
      impl.falseAssumption = term;
      return Answer::unsat();
    }
    impl.assumptions.push_back(impl.translate(term));
    impl.assumedTerms.push_back(term);
  }
  if (impl.isIncremental || impl.numAsked > 0 || !assumptions.empty()) {
    impl.beIncremental();
    return run(0);
  }
  impl.numAsked = impl.asserted.size();
  return askOnce();
}

// A question that has nothing in common with earlier ones is solved faster by tactics than by Z3's incremental core.
// Without arrays all becomes bits, for a SAT solver. With arrays either the core is better or the tactic that is made
// for arrays, by orders of magnitude, so these two take turns. Where variables are multiplied, algebra comes first: a
// SAT solver would not find it.
Answer Z3Solver::askOnce() {
  const auto isOver = [&](const Answer& answer) {
    const bool isForOthers = answer.isUnknown() && (answer.reason() == UnknownReason::Deadline ||
                                                    answer.reason() == UnknownReason::Incomplete);
    return isForOthers && !stopReason();
  };
  if (!hasArrays(impl_->asserted)) {
    if (hasProducts(impl_->asserted)) {
      constexpr uint64_t kAlgebra = 1000; // milliseconds
      impl_->useTactics({"simplify", "fpa2bv", kExpand, "propagate-values", "solve-eqs", kExpand, "bit-blast", "sat"});
      if (const Answer answer = run(kAlgebra * kResources); !isOver(answer)) return answer;
    }
    impl_->useTactics({"simplify", "fpa2bv", "simplify", "propagate-values", "solve-eqs", "simplify", "max-bv-sharing",
                       "bit-blast", "sat"});
    return run(0);
  }
  for (uint64_t milliseconds : {500, 2000, 8000, 32000, 0})
    for (const char* name : {"qfaufbv", "smt"}) {
      impl_->useTactics({name});
      if (const Answer answer = run(milliseconds * kResources); !isOver(answer)) return answer;
    }
  return Answer::unknown(UnknownReason::Incomplete);
}

// What a turn may take is given in Z3's own count of work, which is the same in every run, and in time only in case
// that this is far from what the count says.
Answer Z3Solver::run(uint64_t resources) {
  Impl& impl = *impl_;
  constexpr uint64_t kSlowest = 20, kLeast = 10000; // times what it should take, and milliseconds
  constexpr int64_t kGrain = 16;                    // of time limits, so that they are often the same
  Impl::Limits limits;
  if (workLimit().isLimited()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(workLimit().left()).count();
    const uint64_t most = static_cast<uint64_t>(std::max<int64_t>(left, 1) + kGrain - 1) / kGrain * kGrain * kResources;
    resources = resources == 0 ? most : std::min(resources, most);
  }
  limits.resources = static_cast<unsigned>(std::min<uint64_t>(resources, UINT32_MAX));
  const uint64_t slowest = std::max(kSlowest * resources / kResources, kLeast);
  const unsigned milliseconds =
      resources == 0 ? kForever : static_cast<unsigned>(std::min<uint64_t>(slowest, kForever - 1));
  limits.milliseconds = milliseconds;
  if (deadline() != Deadline::Clock::time_point::max()) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline() - Deadline::Clock::now()).count();
    if (left > kGrain) left = (left + kGrain - 1) / kGrain * kGrain;
    limits.milliseconds = static_cast<unsigned>(std::clamp<int64_t>(left, 1, std::min(milliseconds, kForever - 1)));
  }
  if (conflictLimit()) limits.conflicts = static_cast<unsigned>(std::min<uint64_t>(conflictLimit(), UINT32_MAX - 1));
  if (memoryLimit()) limits.megabytes = static_cast<unsigned>((memoryLimit() + (1 << 20) - 1) >> 20);
  impl.setLimits(limits);

  {
    std::lock_guard lock(impl.mutex);
    impl.running = true;
    impl.ended.store(false);
  }
  Z3_lbool result = Z3_L_UNDEF;
  if (!isInterrupted()) result = impl.z3.callOn<Z3_solver_check_assumptions>(impl.assumptions, impl.solver);
  {
    std::lock_guard lock(impl.mutex);
    impl.running = false;
    impl.ended.store(true);
  }
  if (impl.interrupter.joinable()) {
    impl.interrupter.join();
    impl.interrupter = std::thread();
  }

  if (workLimit().isCounted()) workLimit().add(std::chrono::milliseconds(1) * impl.resourcesUsed() / kResources);
  if (result == Z3_L_FALSE) return Answer::unsat();
  if (result == Z3_L_TRUE) {
    impl.model = impl.z3.call<Z3_solver_get_model>(impl.solver);
    return Answer::sat();
  }
  if (std::optional<UnknownReason> reason = stopReason()) return Answer::unknown(*reason);
  const std::string why = impl.z3.call<Z3_solver_get_reason_unknown>(impl.solver);
  if (why.find("memory") != std::string::npos) return Answer::unknown(UnknownReason::Memory);
  // Our theories are decidable: where conflicts are limited, that is why Z3 calls itself incomplete.
  bool incomplete = why.find("incomplete") != std::string::npos;
  if (why.find("conflict") != std::string::npos || (incomplete && conflictLimit()))
    return Answer::unknown(UnknownReason::Conflicts);
  for (const char* word : {"timeout", "cancel", "resource"})
    if (why.find(word) != std::string::npos)
      return Answer::unknown(limits.milliseconds != kForever ? UnknownReason::Deadline : UnknownReason::Incomplete);
  return Answer::unknown(UnknownReason::Incomplete);
}

std::vector<Term> Z3Solver::doCore() {
  Impl& impl = *impl_;
  if (impl.falseAssumption) return {impl.falseAssumption};
  const Z3Ref<Z3_ast_vector> core = impl.z3.call<Z3_solver_get_unsat_core>(impl.solver);
  std::vector<Term> terms;
  for (unsigned i = 0; i < impl.z3.call<Z3_ast_vector_size>(core); ++i) {
    const auto found = std::ranges::find(impl.assumptions, impl.z3.call<Z3_ast_vector_get>(core, i));
    if (found == impl.assumptions.end()) continue;
    const Term term = impl.assumedTerms[static_cast<size_t>(found - impl.assumptions.begin())];
    if (std::ranges::find(terms, term) == terms.end()) terms.push_back(term);
  }
  return terms;
}

Value Z3Solver::variableValue(Term variable) {
  const Z3Ast* ast = impl_->translate.find(variable);
  return ast ? impl_->translate.value(impl_->model, *ast, variable.sort()) : Value::zero(variable.sort());
}

SolverStatistics Z3Solver::statistics() const {
  SolverStatistics result{{"checks", impl_->checks}};
  if (!impl_->solver) return result;
  const Z3Api& z3 = impl_->z3;
  const Z3Ref<Z3_stats> stats = z3.call<Z3_solver_get_statistics>(impl_->solver);
  for (unsigned i = 0; i < z3.call<Z3_stats_size>(stats); ++i) {
    if (!z3.call<Z3_stats_is_uint>(stats, i)) continue;
    std::string key = z3.call<Z3_stats_get_key>(stats, i);
    result.emplace_back(std::move(key), z3.call<Z3_stats_get_uint_value>(stats, i));
  }
  return result;
}

} // namespace assay
