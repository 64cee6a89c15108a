#include "analysis/threads/walk_facts.h"

namespace assay {

bool isSurelyInside(const Query& query, PointerSetTable& sets) {
  const bool isWritten = query.kind == QueryKind::Writable;
  if (!isWritten && query.kind != QueryKind::Readable) return false;
  const Term size = query.arguments.at(1);
  return size.isValue() && sets.isInside(sets.of(query.arguments.at(0)), size.value().toUint64(), isWritten);
}

} // namespace assay
