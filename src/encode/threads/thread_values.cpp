#include "encode/threads/thread_values.h"

#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

namespace assay {

namespace {

bool comparesOrder(Term term) {
  bool does = false;
  forEachSubterm(term, [&](Term t) { does |= t.kind() == Kind::BvUlt || t.kind() == Kind::BvSlt; });
  return does;
}

} // namespace

uint32_t ThreadValues::contextFor(uint32_t parent, EdgeId call, FunctionId function, uint32_t thread) {
  const auto [it, isNew] = numbers_.try_emplace({parent, call, thread}, static_cast<uint32_t>(contexts_.size()));
  if (isNew) {
    const uint32_t depth = parent == kNoCaller ? 0 : contexts_[parent].depth + 1;
    if (depth > maxDepth_) throw ThreadSystemFailure{"calls in calls", program_[function].position};
    contexts_.push_back({parent, call, function, thread, depth});
  }
  return it->second;
}

Term ThreadValues::localOf(uint32_t context, VariableId variable) {
  const Variable& v = program_[variable];
  if (!v.function.valid()) {
    if (!v.isThreadLocal) {
      Term& term = globals_[{kNoCaller, variable}];
      if (!term) {
        term = nameAs(terms_.mkFreshVariable("shared:" + std::string(v.name()), v.sort()), v);
        system_.cells.push_back({term, std::string(v.name()), v.initial});
      }
      return term;
    }
    const uint32_t thread = contexts_[context].thread;
    Term& term = globals_[{thread, variable}];
    if (!term)
      term =
          nameAs(terms_.mkFreshVariable("thread" + std::to_string(thread) + ":" + std::string(v.name()), v.sort()), v);
    return term;
  }
  Term& term = locals_[{context, variable}];
  if (!term)
    term = nameAs(terms_.mkFreshVariable(
                      "thread" + std::to_string(contexts_[context].thread) + ":" + std::string(v.name()), v.sort()),
                  v);
  return term;
}

Term ThreadValues::nameAs(Term term, const Variable& variable) {
  if (!variable.sourceName.empty()) system_.names.emplace(term, ValueName{variable.sourceName, variable.typeClass});
  return term;
}

Term ThreadValues::fresh(Sort sort) { return terms_.mkFreshVariable("input", sort); }

const StackObject* ThreadValues::stackObject(Term address) const {
  if (!address.isValue() || address.sort() != program_.pointerSort()) return nullptr;
  const uint64_t object = program_.layout().object(address.value().toUint64());
  const uint64_t first = program_.objects.size() + 1;
  if (object < first || object >= first + stackObjects_.size()) return nullptr;
  return &stackObjects_[object - first];
}

void ThreadValues::leaveVague(const Allocate* site) {
  use_.vagueSites.insert(pointsTo_.siteOf(*site));
  throw MoreIsKnown{};
}

Term ThreadValues::evaluate(const ThreadPath& path, Term term, bool isPointer) {
  std::unordered_map<Term, Term> map;
  const StackObject* involved = nullptr;
  for (Term variable : freeVariables(term)) {
    const VariableId id = program_.variableOf(variable);
    if (!id.valid()) continue;
    const Term local = localOf(path.context, id);
    const auto known = path.values.find(local);
    const Term value = known == path.values.end() ? local : known->second;
    if (const StackObject* object = stackObject(value)) involved = object;
    map.emplace(variable, value);
  }
  const Term result = map.empty() ? term : Substitution(terms_, map).apply(term);
  // Numbers of stack objects are made up: nothing may depend on them but whether they are equal.
  if (involved && !(isPointer && stackObject(result) != nullptr) &&
      !(result.isValue() && result.sort().isBool() && !comparesOrder(term)))
    leaveVague(involved->site);
  return result;
}

void ThreadValues::assign(ThreadPath& path, VariableId variable, Term value) {
  path.values[localOf(path.context, variable)] = value;
}

} // namespace assay
