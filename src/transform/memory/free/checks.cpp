#include "transform/memory/free/checks.h"

#include "term/bit_vector.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// What is known of memory if the question is answered yes.
std::optional<CheckedAccesses::Part> partOf(QueryKind kind) {
  switch (kind) {
  case QueryKind::Readable:
    return CheckedAccesses::Part::Reads;
  case QueryKind::Writable:
    return CheckedAccesses::Part::Writes;
  case QueryKind::Freeable:
    return CheckedAccesses::Part::Frees;
  case QueryKind::ObjectSize:
  case QueryKind::AllTracked:
  case QueryKind::AllFreed:
    return std::nullopt;
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    meetThreads();
  }
  return std::nullopt;
}

/// Whether an object may die.
bool mayEndLives(const Operation& operation) {
  return operation.visit([](const OneOf<Free, Call, Return> auto&) { return true; },
                         [](const OneOf<Load, Store, Allocate, Copy, Fill, Query> auto&) { return false; },
                         [](const OneOf<Assign, Input> auto&) { return false; }, NoThreads<bool>());
}

} // namespace

CheckedAccesses::CheckedAccesses(const Program& program) : program_(program) {
  for (const Function& function : program.functions()) {
    if (!function.hasBody()) continue;
    for (LocationId location : function.locations)
      if (location == function.entry || program[location].in.size() != 1) follow(location);
  }
}

bool CheckedAccesses::isDefined(const Operation& operation, Part part) const {
  const auto found = defined_.find(&operation);
  return found != defined_.end() && (found->second >> static_cast<unsigned>(part) & 1) != 0;
}

// Locations with one edge in form trees below those that have more.
void CheckedAccesses::follow(LocationId from) {
  std::vector<std::pair<LocationId, Facts>> work{{from, {}}};
  while (!work.empty()) {
    auto [location, facts] = std::move(work.back());
    work.pop_back();
    for (EdgeId id : program_[location].out) {
      const Edge& edge = program_[id];
      Facts after = behind(edge, facts);
      const bool isEntry = program_[program_[edge.target].function].entry == edge.target;
      if (program_[edge.target].in.size() == 1 && !isEntry) work.emplace_back(edge.target, std::move(after));
    }
  }
}

void CheckedAccesses::add(Facts& facts, Part part, Term pointer, Term size, VariableId variable) {
  if (facts.size() >= kMaxFacts) facts.erase(facts.begin());
  std::vector<Term> read{pointer};
  if (size) read.push_back(size);
  Fact fact{part, pointer, size, variable, freeVariables(read)};
  if (std::find(facts.begin(), facts.end(), fact) == facts.end()) facts.push_back(std::move(fact));
}

/// What may be written may be read.
bool CheckedAccesses::isKnown(const Facts& facts, Part part, Term pointer, Term size) {
  return std::any_of(facts.begin(), facts.end(), [&](const Fact& fact) {
    if (fact.variable.valid() || fact.pointer != pointer) return false;
    if (fact.part != part && !(fact.part == Part::Writes && part == Part::Reads)) return false;
    if (!size || fact.size == size) return true;
    return fact.size && fact.size.kind() == Kind::BvConst && size.kind() == Kind::BvConst &&
           size.value().ule(fact.size.value());
  });
}

void CheckedAccesses::learn(Term guard, Facts& facts) const {
  std::vector<Term> parts;
  splitConjunction(guard, parts);
  for (Term part : parts) {
    if (!part.isVariable()) continue;
    const VariableId variable = program_.variableOf(part);
    for (Fact& fact : facts)
      if (fact.variable == variable) fact.variable = VariableId();
  }
}

void CheckedAccesses::meet(const Operation& operation, Part part, Term pointer, Term size, Facts& facts) {
  if (isKnown(facts, part, pointer, size))
    defined_[&operation] |= static_cast<uint8_t>(1u << static_cast<unsigned>(part));
  else if (part != Part::Frees && size.kind() == Kind::BvConst)
    add(facts, part, pointer, size, VariableId());
}

void CheckedAccesses::meetAccesses(const Operation& operation, Facts& facts) {
  TermManager& terms = program_.terms();
  const auto sizeOf = [&](Sort sort) {
    return terms.mkBv(program_.layout().width, sort.isBool() ? 1 : (sort.width() + 7) / 8);
  };
  operation.visit(
      [&](const Load& load) {
        meet(operation, Part::Reads, load.pointer, sizeOf(program_[load.variable].sort()), facts);
      },
      [&](const Store& store) { meet(operation, Part::Writes, store.pointer, sizeOf(store.value.sort()), facts); },
      [&](const Copy& copy) {
        meet(operation, Part::Reads, copy.source, copy.size, facts);
        meet(operation, Part::Writes, copy.target, copy.size, facts);
      },
      [&](const Fill& fill) { meet(operation, Part::Writes, fill.target, fill.size, facts); },
      [&](const Free& free) {
        if (free.storage == Storage::Heap) meet(operation, Part::Frees, free.pointer, Term(), facts);
      },
      [](const OneOf<Allocate, Query> auto&) {}, [](const OfVariables auto&) {}, NoThreads());
}

CheckedAccesses::Facts CheckedAccesses::behind(const Edge& edge, Facts facts) {
  learn(edge.guard, facts);
  for (const Operation& operation : edge.operations) {
    meetAccesses(operation, facts);
    if (mayEndLives(operation)) facts.clear();
    const VariableId defined = operation.defines();
    if (defined.valid()) {
      const Term variable = program_[defined].term;
      std::erase_if(facts, [&](const Fact& fact) {
        return fact.variable == defined ||
               std::find(fact.reads.begin(), fact.reads.end(), variable) != fact.reads.end();
      });
    }
    const Query* query = operation.as<Query>();
    const std::optional<Part> part = query ? partOf(query->kind) : std::nullopt;
    if (!part) continue;
    const Term size = *part == Part::Frees ? Term() : query->arguments[1];
    const std::vector<Term> read = freeVariables(query->arguments);
    const bool readsItself = std::find(read.begin(), read.end(), program_[defined].term) != read.end();
    if (!readsItself) add(facts, *part, query->arguments[0], size, query->variable);
  }
  return facts;
}

} // namespace assay
