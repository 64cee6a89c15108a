// Changes of what an operation reads and writes.
#pragma once

#include "program/operation.h"

namespace assay {

/// change(Term&) for each term that the operation reads. A value that is not returned is a null term, and so are those of
/// a step without an access.
template <class Change>
void changeTerms(Operation& operation, const Change& change) {
  const auto changeAll = [&](auto&... terms) { (change(terms), ...); };
  operation.visit(
      [&](Assign& assign) { change(assign.value); }, [](Input&) {}, [&](Load& load) { change(load.pointer); },
      [&](Store& store) { changeAll(store.value, store.pointer); }, [&](Allocate& allocate) { change(allocate.size); },
      [&](Free& free) { change(free.pointer); }, [&](Copy& copy) { changeAll(copy.size, copy.target, copy.source); },
      [&](Fill& fill) { changeAll(fill.size, fill.target, fill.byte); },
      [&](OneOf<Query, Call> auto& asking) {
        for (Term& term : asking.arguments) change(term);
      },
      [&](Step& step) { changeAll(step.pointer, step.size); },
      [&](Spawn& spawn) {
        for (Term& term : spawn.arguments) change(term);
      },
      [&](Await& await) { changeAll(await.pointer, await.value); }, [](Atomic&) {},
      [&](Return& ret) { change(ret.value); });
}

/// change(VariableId&) for the variable that the operation writes. A result that is not taken is an invalid one.
template <class Change>
void changeDefined(Operation& operation, const Change& change) {
  operation.visit([&](OneOf<Assign, Input, Load, Allocate, Query, Await> auto& defining) { change(defining.variable); },
                  [&](Spawn& spawn) { change(spawn.thread); }, [&](Call& call) { change(call.result); },
                  [](OneOf<Store, Free, Copy, Fill, Return, Step, Atomic> auto&) {});
}

} // namespace assay
