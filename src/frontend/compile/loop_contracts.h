// Invariants that the user states of loops: `while (c) assay_loop_invariant(i <= n) { ... }`, which a macro has made an `if`
// around the loop's body. Each is checked where C evaluates the loop's condition, before it: at the first time, after each
// round, and so also where the loop ends.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace assay {

/// Moves them there; elsewhere they are errors.
std::unique_ptr<clang::ASTConsumer> makeLoopContractsExplicit();

} // namespace assay
