#pragma once

#include "program/operation.h"

namespace assay {

/// change(Term&) for each term that the operation reads. A value that is not returned is a null term.
template <class Change>
void changeTerms(Operation& operation, const Change& change) {
  std::visit(
      [&](auto& action) {
        if constexpr (requires { action.value; }) change(action.value);
        if constexpr (requires { action.pointer; }) change(action.pointer);
        if constexpr (requires { action.size; }) change(action.size);
        if constexpr (requires { action.target; }) change(action.target);
        if constexpr (requires { action.source; }) change(action.source);
        if constexpr (requires { action.byte; }) change(action.byte);
        if constexpr (requires { action.arguments; }) {
          for (Term& term : action.arguments) change(term);
        }
      },
      operation.action);
}

} // namespace assay
