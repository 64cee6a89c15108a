// Which sorts an operator takes and which it yields: one table, one row per kind.
#pragma once

#include "term/application.h"

#include <span>

namespace assay {

class TermManager;

/// How many children and indices terms of this kind have.
struct Arity {
  uint32_t children;
  uint32_t indices;
};
Arity arityOf(Kind kind);

/// The sort of the operator applied to these terms. Ill-sorted applications abort with a message. Not for variables,
/// constants and ConstArray, whose sort does not follow from their children.
Sort checkSorts(TermManager& tm, Kind kind, std::span<const Term> args, std::span<const uint32_t> indices);

} // namespace assay
