#ifdef ASSAY_BITWUZLA

#include "solver/bitwuzla_solver.h"

#include "solver/floats/float_lowering.h"
#include "term/array_value.h"
#include "term/traverse.h"

#include <algorithm>
#include <bitwuzla/cpp/bitwuzla.h>
#include <functional>
#include <stdexcept>
#include <string>

namespace assay {

namespace {

namespace bz = bitwuzla;

/// Operators that are the same in both; others are leaves, or gone with the floats.
bz::Kind kindOf(Kind kind) {
  switch (kind) {
  case Kind::Not:
    return bz::Kind::NOT;
  case Kind::And:
    return bz::Kind::AND;
  case Kind::Or:
    return bz::Kind::OR;
  case Kind::Equal:
    return bz::Kind::EQUAL;
  case Kind::Ite:
    return bz::Kind::ITE;
  case Kind::BvNot:
    return bz::Kind::BV_NOT;
  case Kind::BvNeg:
    return bz::Kind::BV_NEG;
  case Kind::BvAnd:
    return bz::Kind::BV_AND;
  case Kind::BvOr:
    return bz::Kind::BV_OR;
  case Kind::BvXor:
    return bz::Kind::BV_XOR;
  case Kind::BvAdd:
    return bz::Kind::BV_ADD;
  case Kind::BvMul:
    return bz::Kind::BV_MUL;
  case Kind::BvUdiv:
    return bz::Kind::BV_UDIV;
  case Kind::BvUrem:
    return bz::Kind::BV_UREM;
  case Kind::BvSdiv:
    return bz::Kind::BV_SDIV;
  case Kind::BvSrem:
    return bz::Kind::BV_SREM;
  case Kind::BvShl:
    return bz::Kind::BV_SHL;
  case Kind::BvLshr:
    return bz::Kind::BV_SHR;
  case Kind::BvAshr:
    return bz::Kind::BV_ASHR;
  case Kind::BvUlt:
    return bz::Kind::BV_ULT;
  case Kind::BvSlt:
    return bz::Kind::BV_SLT;
  case Kind::BvUmulo:
    return bz::Kind::BV_UMUL_OVERFLOW;
  case Kind::BvSmulo:
    return bz::Kind::BV_SMUL_OVERFLOW;
  case Kind::BvConcat:
    return bz::Kind::BV_CONCAT;
  case Kind::BvExtract:
    return bz::Kind::BV_EXTRACT;
  case Kind::BvZeroExtend:
    return bz::Kind::BV_ZERO_EXTEND;
  case Kind::BvSignExtend:
    return bz::Kind::BV_SIGN_EXTEND;
  case Kind::Select:
    return bz::Kind::ARRAY_SELECT;
  case Kind::Store:
    return bz::Kind::ARRAY_STORE;
  default:
    throw std::logic_error("Bitwuzla: an operator that should have been lowered");
  }
}

class Translator {
public:
  explicit Translator(bz::TermManager& tm) : tm_(tm) {}

  bz::Term operator()(Term term) {
    postOrder(term, [&](Term t) { return !memo_.contains(t); }, [&](Term t) { memo_.insert(t, translate(t)); });
    return memo_.at(term);
  }
  const bz::Term* find(Term term) const { return memo_.find(term); }

private:
  bz::Sort sort(Sort sort) {
    if (sort.isBool()) return tm_.mk_bool_sort();
    if (sort.isBitVec()) return tm_.mk_bv_sort(sort.width());
    return tm_.mk_array_sort(this->sort(sort.index()), this->sort(sort.element()));
  }
  bz::Term translate(Term t) {
    switch (t.kind()) {
    case Kind::True:
      return tm_.mk_true();
    case Kind::False:
      return tm_.mk_false();
    case Kind::Variable:
      return tm_.mk_const(sort(t.sort()), std::string(t.symbol()));
    case Kind::BvConst:
      return tm_.mk_bv_value(sort(t.sort()), t.value().toString(), 10);
    case Kind::ConstArray:
      return tm_.mk_const_array(sort(t.sort()), memo_.at(t[0]));
    default:
      break;
    }
    std::vector<bz::Term> args;
    for (Term child : t.children()) args.push_back(memo_.at(child));
    std::vector<uint64_t> indices;
    if (t.kind() == Kind::BvExtract) indices = {t.index(0), t.index(1)};
    if (t.kind() == Kind::BvZeroExtend || t.kind() == Kind::BvSignExtend) indices = {t.index(0)};
    return tm_.mk_term(kindOf(t.kind()), args, indices);
  }

  bz::TermManager& tm_;
  TermMap<bz::Term> memo_;
};

/// A value of Bitwuzla's; arrays are stores into a constant array.
Value valueOf(bz::Term term, Sort sort) {
  if (sort.isBool()) return Value::boolean(term.value<bool>());
  if (sort.isBitVec()) return Value::bitVector(BitVector::fromString(sort.width(), term.value<std::string>(10)));
  std::vector<bz::Term> stores;
  for (; term.kind() == bz::Kind::ARRAY_STORE; term = term[0]) stores.push_back(term);
  if (term.kind() != bz::Kind::CONST_ARRAY) throw std::logic_error("Bitwuzla: an array value of unknown form");
  ArrayValue array(sort.index().width(), valueOf(term[0], sort.element()));
  for (size_t i = stores.size(); i-- > 0;)
    array = array.store(valueOf(stores[i][1], sort.index()).bits(), valueOf(stores[i][2], sort.element()));
  return Value::array(array);
}

bz::Options makeOptions() {
  bz::Options options;
  options.set(bz::Option::PRODUCE_MODELS, uint64_t{1});
  options.set(bz::Option::PRODUCE_UNSAT_ASSUMPTIONS, uint64_t{1});
  return options;
}

} // namespace

struct BitwuzlaSolver::Impl : bz::Terminator {
  Impl(TermManager& terms, std::function<bool()> stop)
      : lowering(terms), translate(tm), solver(tm, makeOptions()), stop(std::move(stop)) {
    solver.configure_terminator(this);
  }
  ~Impl() override { solver.configure_terminator(nullptr); }
  bool terminate() override { return stop(); }

  bz::Term lower(Term term) {
    Term lowered = lowering(term);
    for (Term condition : lowering.takeConditions()) conditions.push_back(translate(condition));
    return translate(lowered);
  }

  FloatLowering lowering;
  bz::TermManager tm;
  Translator translate;
  bz::Bitwuzla solver;
  std::function<bool()> stop;
  // What the lowering says holds always, though it came up in some scope: asserted again when that scope is closed.
  std::vector<bz::Term> conditions;
  size_t numAsserted = 0;                             // of them
  std::vector<size_t> numAtPush;                      // so many were
  std::vector<std::pair<bz::Term, Term>> assumptions; // of the last check
  uint64_t checks = 0;
};

BitwuzlaSolver::BitwuzlaSolver(TermManager& terms)
    : Backend(terms), impl_(std::make_unique<Impl>(
                          terms, [this] { return stopped_.has_value() || (stopped_ = reasonToStop()).has_value(); })) {}

BitwuzlaSolver::~BitwuzlaSolver() = default;

void BitwuzlaSolver::doAssert(Term term) { impl_->solver.assert_formula(impl_->lower(term)); }

void BitwuzlaSolver::doPush() {
  impl_->numAtPush.push_back(impl_->numAsserted);
  impl_->solver.push(1);
}

void BitwuzlaSolver::doPop() {
  impl_->solver.pop(1);
  impl_->numAsserted = impl_->numAtPush.back();
  impl_->numAtPush.pop_back();
}

Answer BitwuzlaSolver::doCheck(std::span<const Term> assumptions) {
  Impl& impl = *impl_;
  ++impl.checks;
  impl.assumptions.clear();
  std::vector<bz::Term> assumed;
  for (Term term : assumptions) {
    assumed.push_back(impl.lower(term));
    impl.assumptions.emplace_back(assumed.back(), term);
  }
  for (; impl.numAsserted < impl.conditions.size(); ++impl.numAsserted)
    impl.solver.assert_formula(impl.conditions[impl.numAsserted]);
  stopped_.reset();
  bz::Result result = impl.solver.check_sat(assumed);
  if (result == bz::Result::SAT) return Answer::sat();
  if (result == bz::Result::UNSAT) return Answer::unsat();
  return Answer::unknown(stopped_.value_or(UnknownReason::Incomplete));
}

std::vector<Term> BitwuzlaSolver::doCore() {
  std::vector<Term> core;
  for (const auto& [assumption, term] : impl_->assumptions)
    if (impl_->solver.is_unsat_assumption(assumption) && std::ranges::find(core, term) == core.end())
      core.push_back(term);
  return core;
}

Value BitwuzlaSolver::variableValue(Term variable) {
  Term lowered = impl_->lowering.variable(variable);
  const bz::Term* known = lowered ? impl_->translate.find(lowered) : nullptr;
  if (!known) return Value::zero(variable.sort());
  return raised(valueOf(impl_->solver.get_value(*known), lowered.sort()), variable.sort());
}

SolverStatistics BitwuzlaSolver::statistics() const { return {{"checks", impl_->checks}}; }

} // namespace assay

#endif
