#include "solver/z3_solver.h"

#include "solver/z3_translate.h"
#include "term/traverse.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace assay {

namespace {

struct Context {
  Context() {
    Z3_global_param_set("model.compact", "false"); // arrays as stores and graphs, never as lambda terms
    Z3_config config = Z3_mk_config();
    z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(z3, [](Z3_context, Z3_error_code) {}); // errors show in results
  }
  ~Context() { Z3_del_context(z3); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  Z3_context z3;
};

constexpr unsigned kForever = UINT32_MAX; // Z3's word for it

} // namespace

struct Z3Solver::Impl {
  Impl() : translate(context.z3), z3(context.z3) {}
  ~Impl() {
    releaseModel();
    use(nullptr);
  }
  void releaseModel() {
    if (model) Z3_model_dec_ref(z3, model);
    model = nullptr;
  }
  void use(Z3_solver next);
  void useTactics(std::initializer_list<const char*> names);
  void beIncremental();

  Context context;
  Z3Translator translate;
  Z3_context z3;
  Z3_solver solver = nullptr; // of the last check
  Z3_model model = nullptr;
  std::vector<std::pair<Z3_ast, Term>> assumptions; // of the last check
  Term falseAssumption;                             // among them, or null
  uint64_t checks = 0;

  // Until the solver is incremental: what is asserted, and how much of it was there in an earlier check.
  bool isIncremental = false;
  std::vector<Term> asserted;
  std::vector<size_t> scopes;
  size_t numAsked = 0;

  struct Limits {
    unsigned milliseconds = kForever, conflicts = UINT32_MAX, megabytes = UINT32_MAX; // Z3's words for none
    bool operator==(const Limits&) const = default;
  };
  Limits limits; // that Z3 knows
  void setLimits(const Limits& limits);

  // Z3 forgets an interruption that comes just before it begins, so one that comes while `running` is repeated by a
  // thread until the check has ended.
  std::mutex mutex;
  bool running = false;
  std::atomic<bool> ended{false};
  std::thread interrupter;
};

// To set parameters takes Z3 longer than most queries.
void Z3Solver::Impl::setLimits(const Limits& next) {
  if (next == limits) return;
  limits = next;
  Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  auto set = [&](const char* name, unsigned value) {
    Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, name), value);
  };
  set("timeout", next.milliseconds);
  set("max_conflicts", next.conflicts);
  set("max_memory", next.megabytes);
  Z3_solver_set_params(z3, solver, params);
  Z3_params_dec_ref(z3, params);
}

void Z3Solver::Impl::use(Z3_solver next) {
  if (next) Z3_solver_inc_ref(z3, next);
  if (solver) Z3_solver_dec_ref(z3, solver);
  solver = next;
  limits = {};
}

void Z3Solver::Impl::beIncremental() {
  if (isIncremental) return;
  isIncremental = true;
  use(Z3_mk_simple_solver(z3));
  for (size_t i = 0, scope = 0; i <= asserted.size(); ++i) {
    for (; scope < scopes.size() && scopes[scope] == i; ++scope) Z3_solver_push(z3, solver);
    if (i < asserted.size()) Z3_solver_assert(z3, solver, translate(asserted[i]));
  }
  asserted.clear();
  scopes.clear();
}

/// One after the other, on what is asserted.
void Z3Solver::Impl::useTactics(std::initializer_list<const char*> names) {
  Z3_tactic all = nullptr;
  for (const char* name : names) {
    Z3_tactic next = Z3_mk_tactic(z3, name);
    Z3_tactic_inc_ref(z3, next);
    if (Z3_tactic before = std::exchange(all, next)) {
      all = Z3_tactic_and_then(z3, before, next);
      Z3_tactic_inc_ref(z3, all);
      Z3_tactic_dec_ref(z3, before);
      Z3_tactic_dec_ref(z3, next);
    }
  }
  use(Z3_mk_solver_from_tactic(z3, all));
  Z3_tactic_dec_ref(z3, all);
  for (Term term : asserted) Z3_solver_assert(z3, solver, translate(term));
}

Z3Solver::Z3Solver(TermManager& terms) : Backend(terms), impl_(std::make_unique<Impl>()) {}

Z3Solver::~Z3Solver() = default;

void Z3Solver::doAssert(Term term) {
  if (!impl_->isIncremental) {
    impl_->asserted.push_back(term);
  } else {
    Z3_solver_assert(impl_->z3, impl_->solver, impl_->translate(term));
  }
}

void Z3Solver::doPush() {
  if (!impl_->isIncremental) {
    impl_->scopes.push_back(impl_->asserted.size());
  } else {
    Z3_solver_push(impl_->z3, impl_->solver);
  }
}

void Z3Solver::doPop() {
  if (!impl_->isIncremental) {
    impl_->asserted.resize(impl_->scopes.back());
    impl_->scopes.pop_back();
    impl_->numAsked = std::min(impl_->numAsked, impl_->asserted.size());
  } else {
    Z3_solver_pop(impl_->z3, impl_->solver, 1);
  }
}

void Z3Solver::interrupt() {
  Backend::interrupt();
  std::lock_guard lock(impl_->mutex);
  if (!impl_->running || impl_->interrupter.joinable()) return;
  impl_->interrupter = std::thread([impl = impl_.get()] {
    while (!impl->ended.load()) {
      Z3_interrupt(impl->z3);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
}

Answer Z3Solver::doCheck(std::span<const Term> assumptions) {
  Impl& impl = *impl_;
  impl.releaseModel();
  impl.assumptions.clear();
  impl.falseAssumption = Term();
  ++impl.checks;
  for (Term term : assumptions) {
    if (term.isFalse()) { // Z3 would leave it out of the core
      impl.falseAssumption = term;
      return Answer::unsat();
    }
    impl.assumptions.emplace_back(impl.translate(term), term);
  }
  if (impl.isIncremental || impl.numAsked > 0 || !assumptions.empty()) {
    impl.beIncremental();
    return run(kForever);
  }
  impl.numAsked = impl.asserted.size();
  return askOnce();
}

// A question that has nothing in common with earlier ones is solved faster by tactics than by Z3's incremental core. Without
// arrays all becomes bits, for a SAT solver. With them either the core is better or what Z3 does by default, by orders of
// magnitude, so that they take turns.
Answer Z3Solver::askOnce() {
  if (!hasArrays(impl_->asserted)) {
    impl_->useTactics({"simplify", "fpa2bv", "simplify", "propagate-values", "solve-eqs", "bit-blast", "sat"});
    return run(kForever);
  }
  for (unsigned milliseconds : {500U, 2000U, 8000U, 32000U, kForever})
    for (const char* name : {"smt", "default"}) {
      impl_->useTactics({name});
      const Answer answer = run(milliseconds);
      const bool isOver = answer.isUnknown() && answer.reason() == UnknownReason::Deadline && !stopReason();
      if (!isOver) return answer;
    }
  return Answer::unknown(UnknownReason::Incomplete);
}

Answer Z3Solver::run(unsigned milliseconds) {
  Impl& impl = *impl_;
  constexpr int64_t kGrain = 16; // of time limits, so that they are often the same
  Impl::Limits limits;
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
  std::vector<Z3_ast> asts;
  for (const auto& [ast, term] : impl.assumptions) asts.push_back(ast);
  Z3_lbool result = Z3_L_UNDEF;
  if (!isInterrupted())
    result = Z3_solver_check_assumptions(impl.z3, impl.solver, static_cast<unsigned>(asts.size()), asts.data());
  {
    std::lock_guard lock(impl.mutex);
    impl.running = false;
    impl.ended.store(true);
  }
  if (impl.interrupter.joinable()) {
    impl.interrupter.join();
    impl.interrupter = std::thread();
  }

  if (result == Z3_L_FALSE) return Answer::unsat();
  if (result == Z3_L_TRUE) {
    impl.model = Z3_solver_get_model(impl.z3, impl.solver);
    Z3_model_inc_ref(impl.z3, impl.model);
    return Answer::sat();
  }
  if (std::optional<UnknownReason> reason = stopReason()) return Answer::unknown(*reason);
  std::string why = Z3_solver_get_reason_unknown(impl.z3, impl.solver);
  if (why.find("memory") != std::string::npos) return Answer::unknown(UnknownReason::Memory);
  // Our theories are decidable: where conflicts are limited, that is why Z3 calls itself incomplete.
  bool incomplete = why.find("incomplete") != std::string::npos;
  if (why.find("conflict") != std::string::npos || (incomplete && conflictLimit()))
    return Answer::unknown(UnknownReason::Conflicts);
  if (why.find("timeout") != std::string::npos || why.find("cancel") != std::string::npos)
    return Answer::unknown(limits.milliseconds != kForever ? UnknownReason::Deadline : UnknownReason::Incomplete);
  return Answer::unknown(UnknownReason::Incomplete);
}

std::vector<Term> Z3Solver::doCore() {
  if (impl_->falseAssumption) return {impl_->falseAssumption};
  Z3_ast_vector core = Z3_solver_get_unsat_core(impl_->z3, impl_->solver);
  Z3_ast_vector_inc_ref(impl_->z3, core);
  std::vector<Term> terms;
  for (unsigned i = 0; i < Z3_ast_vector_size(impl_->z3, core); ++i) {
    Z3_ast ast = Z3_ast_vector_get(impl_->z3, core, i);
    for (const auto& [assumption, term] : impl_->assumptions) {
      if (assumption == ast && std::ranges::find(terms, term) == terms.end()) {
        terms.push_back(term);
        break;
      }
    }
  }
  Z3_ast_vector_dec_ref(impl_->z3, core);
  return terms;
}

Value Z3Solver::variableValue(Term variable) {
  Z3_ast ast = impl_->translate.find(variable);
  return ast ? impl_->translate.value(impl_->model, ast, variable.sort()) : Value::zero(variable.sort());
}

SolverStatistics Z3Solver::statistics() const {
  SolverStatistics result{{"checks", impl_->checks}};
  if (!impl_->solver) return result;
  Z3_stats stats = Z3_solver_get_statistics(impl_->z3, impl_->solver);
  Z3_stats_inc_ref(impl_->z3, stats);
  for (unsigned i = 0; i < Z3_stats_size(impl_->z3, stats); ++i)
    if (Z3_stats_is_uint(impl_->z3, stats, i))
      result.emplace_back(Z3_stats_get_key(impl_->z3, stats, i), Z3_stats_get_uint_value(impl_->z3, stats, i));
  Z3_stats_dec_ref(impl_->z3, stats);
  return result;
}

} // namespace assay
