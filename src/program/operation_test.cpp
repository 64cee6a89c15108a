#include "program/operation_terms.h"
#include "term/term_manager.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace assay {
namespace {

template <class T>
concept AnyKind = OfMemory<T> || OfVariables<T> || OfThreads<T>;

/// Handles every kind.
struct Complete {
  template <AnyKind T>
  void operator()(const T&) const {}
};
/// Handles every kind but one.
template <class Forgotten>
struct Without {
  template <AnyKind T>
    requires(!std::same_as<T, Forgotten>)
  void operator()(const T&) const {}
};
/// Handles whatever there may be.
struct CatchAll {
  template <class T>
  void operator()(const T&) const {}
};

template <class... Handlers>
concept IsAccepted = requires(const Operation& operation, Operation& changed, Handlers... handlers) {
  operation.visit(handlers...);
  changed.visit(handlers...);
};

template <class Kind>
struct Only {
  void operator()(const Kind&) const {}
};
template <class... Kinds>
consteval bool isEachKindRequired(std::type_identity<std::variant<Kinds...>>) {
  return ((!IsAccepted<Without<Kinds>> && IsAccepted<Without<Kinds>, Only<Kinds>>) && ...);
}
template <class... Kinds>
consteval bool isEachKindOfOneSort(std::type_identity<std::variant<Kinds...>>) {
  return ((OfMemory<Kinds> + OfVariables<Kinds> + OfThreads<Kinds> == 1) && ...);
}

// These are the tests: what is wrong here does not compile.
static_assert(IsAccepted<Complete>);
static_assert(!IsAccepted<CatchAll>);
static_assert(!IsAccepted<Without<Fill>, CatchAll>);
static_assert(isEachKindRequired(std::type_identity<Action>()));
static_assert(isEachKindOfOneSort(std::type_identity<Action>()));

const auto onMemory = [](const OfMemory auto&) { return 1; };
const auto onVariables = [](const OfVariables auto&) { return 2; };
const auto onThreads = [](const OfThreads auto&) { return 3; };
static_assert(IsAccepted<decltype(onMemory), decltype(onVariables), decltype(onThreads)>);
static_assert(IsAccepted<decltype(onMemory), decltype(onVariables), NoThreads<int>>);
static_assert(!IsAccepted<decltype(onMemory), decltype(onVariables)>);
static_assert(!IsAccepted<decltype(onVariables), decltype(onThreads)>);

TEST(Operation, VisitCallsTheHandlerOfTheKind) {
  const Operation store{Store{}, {}}, call{Call{}, {}}, step{Step{}, {}};
  EXPECT_EQ(store.visit(onMemory, onVariables, onThreads), 1);
  EXPECT_EQ(call.visit(onMemory, onVariables, onThreads), 2);
  EXPECT_EQ(step.visit(onMemory, onVariables, onThreads), 3);
  EXPECT_TRUE(store.isOfMemory());
  EXPECT_FALSE(store.isOfThreads());
  EXPECT_TRUE(step.isOfThreads());
  EXPECT_FALSE(step.endsEdge());
  EXPECT_FALSE(store.endsEdge());
  EXPECT_FALSE(call.isOfMemory());
  EXPECT_TRUE(call.endsEdge());
}

TEST(Operation, WhoeverIsKeptFromThreadsSaysSo) {
  const Operation call{Call{}, {}}, step{Step{}, {}};
  EXPECT_EQ(call.visit(onMemory, onVariables, NoThreads<int>()), 2);
  EXPECT_THROW(step.visit(onMemory, onVariables, NoThreads<int>()), std::logic_error);
}

TEST(Operation, VisitMayChangeIt) {
  Operation allocate{Allocate{{}, {}, Storage::Heap, Contents::Any, "malloc"}, {}};
  allocate.visit([](Allocate& made) { made.contents = Contents::Zero; }, Without<Allocate>());
  EXPECT_EQ(allocate.as<Allocate>()->contents, Contents::Zero);
}

/// One operation of each kind, all of whose terms differ.
std::vector<Operation> oneOfEach(TermManager& terms) {
  auto word = [&, number = 0u]() mutable { return terms.mkBv(64, ++number); };
  const VariableId variable(7);
  std::vector<Action> actions{Assign{variable, word()},
                              Input{variable, InputKind::Nondet, ""},
                              Load{variable, word()},
                              Store{word(), word()},
                              Free{word(), {}},
                              Allocate{variable, word(), Storage::Heap, Contents::Any, ""},
                              Fill{word(), word(), word()},
                              Copy{word(), word(), word()},
                              Call{variable, FunctionId(0), {word(), word()}},
                              Query{variable, QueryKind::Readable, {word(), word()}},
                              Step{AccessKind::Read, false, word(), word()},
                              Spawn{variable, FunctionId(0), {word(), word()}},
                              Await{variable, word(), AwaitKind::Equal, word()},
                              Atomic{},
                              Return{word()}};
  std::vector<Operation> result;
  for (Action& action : actions) result.push_back({std::move(action), {}});
  return result;
}

TEST(Operation, WhatIsReadAndWrittenCanBeChanged) {
  TermManager terms;
  std::set<size_t> kinds;
  for (Operation operation : oneOfEach(terms)) {
    kinds.insert(operation.action.index());
    const std::vector<Term> before = operation.terms();
    std::vector<Term> met;
    changeTerms(operation, [&](Term& term) {
      met.push_back(term);
      term = terms.mkBvNot(term);
    });
    EXPECT_TRUE(std::ranges::is_permutation(met, before));
    const std::vector<Term> after = operation.terms();
    ASSERT_EQ(after.size(), before.size());
    for (size_t i = 0; i < before.size(); ++i) EXPECT_EQ(after[i], terms.mkBvNot(before[i]));
    const bool defines = operation.defines().valid();
    changeDefined(operation, [&](VariableId& variable) { variable = VariableId(8); });
    EXPECT_EQ(operation.defines(), defines ? VariableId(8) : VariableId());
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<Action>);
}

TEST(Operation, QueriesSayWhatTheyAreAskedAbout) {
  EXPECT_EQ(numArguments(QueryKind::Readable), 2u);
  EXPECT_EQ(numArguments(QueryKind::Freeable), 1u);
  EXPECT_EQ(numArguments(QueryKind::AllFreed), 0u);
  EXPECT_EQ(answerOf(QueryKind::ObjectSize), QueryAnswer::Size);
  EXPECT_EQ(answerOf(QueryKind::AllTracked), QueryAnswer::Bool);
}

} // namespace
} // namespace assay
