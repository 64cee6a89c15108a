#include "engine/symex/learner.h"

#include "engine/symex/merger.h"
#include "program/leak_checks.h"
#include "program/leak_search.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "term/weakening.h"

#include <algorithm>

namespace assay::symex {

namespace {

template <class Predicate>
bool mentions(Term term, Predicate isOne) {
  bool isFound = false;
  TermSet seen;
  postOrder(
      term, [&](Term t) { return !isFound && seen.insert(t); },
      [&](Term t) { isFound = isFound || (t.isVariable() && isOne(t)); });
  return isFound;
}

/// Nothing can be learnt from a trail of more steps than that.
void add(State& state, std::shared_ptr<trail::Step> step, uint64_t maxSteps) {
  Trail& trail = state.trail;
  if (trail.isOpaque) return;
  if (++trail.length > maxSteps) {
    trail.isOpaque = true;
    trail.steps = nullptr;
    return;
  }
  step->depth = state.depth;
  step->before = std::move(trail.steps);
  trail.steps = std::move(step);
}

/// Which operand is what the operation writes to memory: it need not be a word.
constexpr unsigned kNoOperand = ~0u;
unsigned contentsOperand(const Operation& operation) {
  return operation.visit([](const OneOf<Store, Fill> auto&) { return 1u; },
                         [](const OneOf<Load, Allocate, Free, Copy, Query> auto&) { return kNoOperand; },
                         [](const OfVariables auto&) { return kNoOperand; }, NoThreads<unsigned>());
}

} // namespace

Learner::Learner(const Program& program, const CodeCache& code, SolverChain& solver, RefutationLog& refutations,
                 Pruning pruning, const SymexLimits& limits, Env& env)
    : program_(program), terms_(program.terms()), refutations_(refutations), limits_(limits), cells_(program, code),
      sums_(terms_), table_(program, cells_, solver, limits, env),
      isOn_(pruning == Pruning::Interpolants || pruning == Pruning::Adaptive),
      splitsBefore_(pruning == Pruning::Adaptive ? limits.splitsBeforeLearning : 0),
      nodes_(env.statistics.counter("nodes")), lost_(env.statistics.counter("nodes without interpolant")),
      obligations_(env.statistics.counter("obligations of interpolants")),
      subsumed_(env.statistics.counter("states subsumed")), nanoseconds_(env.statistics.time("learning")) {
  // Whether a block is lost depends on every pointer of the program.
  if (leakChecksOf(program).any()) isOn_ = false;
  if (isOn_) abduction_ = std::make_unique<Abduction>(cells_, sums_, solver, refutations, limits);
}

void Learner::begin(State& state) {
  if (!isOn_ || splits_ < splitsBefore_) return;
  state.trail = {};
  state.trail.node = std::make_shared<TreeNode>(state, 1);
  ++nodes_;
}

void Learner::addGuard(State& state, const EdgeCode& edge, bool holds, bool isSplit) {
  auto step = std::make_shared<trail::Step>();
  step->guard = program_[edge.id].guard;
  step->holds = holds;
  step->isSplit = isSplit;
  add(state, std::move(step), limits_.trailSteps);
}

void Learner::split(State& state, State& other, const EdgeCode& edge, bool holds) {
  ++splits_;
  if (!state.trail.node) return;
  state.trail.node->isLost = false; // it was made by forkTrail()
  ++nodes_;
  addGuard(state, edge, holds, true);
  addGuard(other, edge, !holds, true);
}

void Learner::beforeOperation(State& state, const Instr& instr, const RegisterMachine& machine) {
  Trail& trail = state.trail;
  if (!trail.node || trail.isOpaque) return;
  const unsigned contents = contentsOperand(*instr.operation);
  for (unsigned i = 0; i < instr.numOperands; ++i) {
    if (i == contents) continue;
    const SymValue value = machine.get(instr.operands[i]);
    if (!value.isConcrete()) return lose(state);
    trail.words.push_back(value.word);
  }
  if (isLeakSearch(*instr.operation)) lose(state);
}

void Learner::afterOperation(State& state, const Instr& instr, const RegisterMachine& machine) {
  Trail& trail = state.trail;
  if (!trail.node || trail.isOpaque) return;
  const auto note = [&](auto wordOf) {
    const SymValue value = machine.get(instr.dst);
    if (!value.isConcrete()) return lose(state);
    trail.words.push_back(wordOf(value.word));
  };
  instr.operation->visit(
      [&](const Query&) { note([](uint64_t answer) { return answer; }); },
      [&](const Allocate&) { note([&](uint64_t address) { return program_.layout().object(address); }); },
      [](const OneOf<Load, Store, Free, Copy, Fill> auto&) {}, [](const OfVariables auto&) {}, NoThreads());
}

void Learner::edge(State& state) {
  Trail& trail = state.trail;
  if (!trail.node) return;
  const std::vector<Operation>& operations = program_[state.edge->id].operations;
  if (!operations.empty() && !trail.isOpaque) {
    auto step = std::make_shared<trail::Step>();
    step->edge = state.edge;
    step->words = std::move(trail.words);
    if (state.edge->returns) step->call = state.frame->call;
    add(state, std::move(step), limits_.trailSteps);
  }
  trail.words.clear();
}

void Learner::merged(State& state, const Join& join, const std::vector<uint64_t>& words) {
  if (!state.trail.node) return;
  auto step = std::make_shared<trail::Step>();
  step->guard = program_[join.from->edges[0].id].guard;
  step->join = &join;
  step->words = words;
  add(state, std::move(step), limits_.trailSteps);
}

bool Learner::isDue(State& state) const {
  Trail& trail = state.trail;
  const uint64_t events = state.forks + state.inputs;
  if (trail.events != events) {
    trail.events = events;
    trail.looksLeft = limits_.learntLooks;
  }
  if (trail.looksLeft == 0) return false;
  --trail.looksLeft;
  return true;
}

bool Learner::isWorthIt(uint64_t instructions) {
  earned_ = limits_.learnAdvance + limits_.learnPerNode * saved_ + instructions / limits_.learnInstructions;
  const uint64_t done = limits_.learnNeedWork * needs_ + limits_.learnLostWork * lost_ + questionWork() + table_.work();
  isPaused_ = earned_ < done + (isPaused_ ? limits_.learnAgain : 0);
  return !isPaused_;
}

bool Learner::isSubsumed(State& state, uint64_t instructions) {
  if (!isOn_ || splits_ < splitsBefore_) return false;
  if (!isWorthIt(instructions)) {
    lose(state);
    ended(state); // for what came before, it is as if it were cut here
    return false;
  }
  if (!state.trail.node) begin(state);
  if (state.forks == 0 || !isDue(state)) return false; // before the first split there is nobody to learn for
  const Statistics::Timer timer(nanoseconds_);
  const std::optional<Fingerprint> key = table_.keyOf(state);
  if (!key) return false;
  const StateImage image(state);
  if (std::shared_ptr<const Interpolant> cover = table_.find(image, *key)) {
    certify(cover->certificate);
    saved_ += cover->below + 1;
    state.trail.cover = std::move(cover);
    ++subsumed_;
    return true;
  }
  auto node = std::make_shared<TreeNode>(state, 1);
  node->isPoint = true;
  node->key = *key;
  node->location = state.location->id;
  ++nodes_;
  state.trail.node = std::move(node);
  state.trail.steps = nullptr;
  state.trail.length = 0;
  state.trail.isOpaque = false;
  return false;
}

void Learner::ended(State& state) {
  if (!state.trail.node) return;
  const Statistics::Timer timer(nanoseconds_);
  Trail trail = std::move(state.trail);
  state.trail = {};
  finish(std::move(trail.node), std::move(trail.steps), trail.isOpaque,
         trail.cover ? trail.cover->conjuncts : std::vector<Term>(),
         trail.cover ? trail.cover->certificate : CertificateRef());
}

/// `certificate`: of what is below; null: nothing is to be shown of it.
void Learner::finish(TreeNodeRef node, trail::StepRef steps, bool isOpaque, std::vector<Term> below,
                     CertificateRef certificate) {
  while (node) {
    if (isOpaque) node->isLost = true;
    // Hard questions may use up at once what was earned.
    if (!node->isLost && (questionWork() > earned_ || !need(*node, steps.get(), below))) node->isLost = true;
    if (!node->isLost && certificate) node->certificate->below.push_back(certificate);
    if (--node->children > 0) return;
    below = node->isLost ? std::vector<Term>() : conclude(*node);
    if (node->isLost) ++lost_;
    certificate = std::move(node->certificate);
    isOpaque = node->isLost || node->isOpaque;
    node->image = nullptr;
    node->needs = {};
    steps = node->steps;
    node->steps = nullptr;
    if (node->parent) node->parent->below += node->below + 1;
    node = node->parent;
  }
}

std::vector<Term> Learner::conclude(TreeNode& node) {
  node.needs.propagate(sums_, limits_.constantRounds);
  std::vector<Term> interpolant = node.needs.terms(sums_);
  size_t size = 0;
  TermSet seen;
  for (Term term : interpolant) postOrder(term, [&](Term t) { return seen.insert(t); }, [&](Term) { ++size; });
  if (node.needs.isFalse() || interpolant.size() > limits_.interpolantConditions || size > limits_.interpolantSize) {
    node.isLost = true;
    return {};
  }
  node.certificate->interpolant = interpolant;
  if (node.isPoint) table_.add(node, interpolant);
  return interpolant;
}

/// Certifies each certificate once: it is emptied then.
void Learner::certify(const CertificateRef& certificate) {
  std::vector<CertificateRef> open{certificate};
  while (!open.empty()) {
    const CertificateRef next = std::move(open.back());
    open.pop_back();
    for (const Obligation& obligation : next->obligations) certify(next->interpolant, obligation);
    next->obligations.clear();
    next->interpolant.clear();
    std::move(next->below.begin(), next->below.end(), std::back_inserter(open));
    next->below.clear();
  }
}

/// One question for each child: the interpolant and the guard hold, and not all of what was to be shown.
void Learner::certify(const std::vector<Term>& interpolant, const Obligation& obligation) {
  TermSet known;
  for (Term term : interpolant) known.insert(term);
  std::vector<Term> shown;
  for (Term term : obligation.shown) {
    if (!term.isTrue() && !known.contains(term) && term != obligation.assumed) shown.push_back(term);
  }
  if (shown.empty()) return;
  ++obligations_;
  std::vector<Term> question = interpolant, other;
  if (obligation.assumed) other.push_back(obligation.assumed);
  other.push_back(terms_.mkNot(terms_.mkAnd(shown)));
  std::vector<Term> general = weakened(terms_, interpolant, other);
  question.insert(question.end(), other.begin(), other.end());
  refutations_.add(std::move(question), std::move(general));
}

bool Learner::need(TreeNode& node, const trail::Step* steps, const std::vector<Term>& below) {
  ++needs_;
  Segment segment(program_, cells_, steps, limits_.movedBytes);
  if (!segment.isComplete()) return false;
  Obligation obligation{segment.assumption(), segment.operands()};
  obligation.shown.insert(obligation.shown.end(), segment.guards().begin(), segment.guards().end());
  for (Term term : below) obligation.shown.push_back(segment.before(term));
  if (!segment.isComplete()) return false;
  const auto definition = definitionIn(node, segment.assumption());
  Substitution defined(terms_);
  if (definition) defined.add(definition->first, definition->second);
  // Operands first: what they fix makes the rest simple.
  Conjunction rest;
  for (size_t i = 0; i < obligation.shown.size(); ++i) {
    const bool isOperand = i < segment.operands().size();
    const Term shown = definition ? defined(obligation.shown[i]) : obligation.shown[i];
    if (!isOperand || !addConstants(node, shown, segment)) rest.add(shown, sums_);
  }
  for (const auto& [variable, word] : node.needs.constants())
    rest.add(terms_.mkEqual(variable, terms_.mkBv(variable.sort().width(), word)), sums_);
  rest.propagate(sums_, limits_.constantRounds);
  if (rest.isFalse()) return false;
  for (Term condition : rest.terms(sums_)) {
    if (!addNeed(node, segment, condition, definition ? definition->first : Term())) return false;
  }
  node.certificate->obligations.push_back(std::move(obligation));
  return true;
}

bool Learner::addConstants(TreeNode& node, Term condition, const Segment& segment) {
  if (condition.isValue()) return condition.isTrue();
  const std::vector<Term> variables = freeVariables(condition);
  std::vector<Term> equalities;
  for (Term variable : variables) {
    if (segment.isArbitrary(variable)) return false;
    const std::optional<SymValue> value = cells_.value(*node.image, variable);
    if (!value || !value->isConcrete()) return false;
    const Term constant = value->toTerm(terms_, variable.sort());
    equalities.push_back(terms_.mkEqual(variable, constant));
  }
  const Term here = cells_.inState(*node.image, condition);
  if (!here || !here.isTrue()) return false;
  for (Term equality : equalities) node.needs.add(equality, sums_);
  return true;
}

std::optional<std::pair<Term, Term>> Learner::definitionIn(const TreeNode& node, Term guard) const {
  if (!guard || guard.kind() != Kind::Equal) return {};
  const auto rank = [&](Term side) { // of what may be replaced: rather what has many values in this state
    if (!side.isVariable() || !cells_.find(side)) return 0;
    const std::optional<SymValue> value = cells_.value(*node.image, side);
    return value && value->isConcrete() ? 1 : 2;
  };
  const bool isFirst = rank(guard[0]) >= rank(guard[1]);
  const Term variable = guard[isFirst ? 0 : 1], value = guard[isFirst ? 1 : 0];
  if (rank(variable) == 0 || mentions(value, [&](Term v) { return v == variable; })) return {};
  return std::pair(variable, value);
}

bool Learner::addNeed(TreeNode& node, Segment& segment, Term condition, Term defined) {
  const Term assumed = segment.assumption();
  if (segment.hasArbitrary() && mentions(condition, [&](Term v) { return segment.isArbitrary(v); }))
    return explain(node, assumed, condition);
  if (assumed) {
    TermSet others;
    forEachSubterm(assumed, [&](Term t) {
      if (t.isVariable()) others.insert(t);
    });
    if (mentions(condition, [&](Term v) { return others.contains(v); })) {
      // A definition says nothing about what is free of the variable that it defines.
      const bool isFree = defined && !mentions(condition, [&](Term v) { return v == defined; });
      if (!isFree && abduction_->follows(assumed, condition)) return true;
      if (!abduction_->holds(*node.image, condition)) return explain(node, assumed, condition);
    }
  }
  node.needs.add(condition, sums_);
  return true;
}

bool Learner::explain(TreeNode& node, Term assumed, Term condition) {
  const std::optional<std::vector<Term>> facts = abduction_->explain(*node.image, assumed, condition);
  if (!facts) return false;
  for (Term fact : *facts) node.needs.add(fact, sums_);
  return true;
}

} // namespace assay::symex
