#include "term/term.h"

#include "term/smtlib_syntax.h"

#include <utility>
#include <vector>

namespace assay {

std::string Sort::toString() const {
  switch (kind()) {
  case SortKind::Bool:
    return "Bool";
  case SortKind::BitVec:
    return "(_ BitVec " + std::to_string(width()) + ")";
  case SortKind::Float:
    return "(_ FloatingPoint " + std::to_string(exponentBits()) + " " + std::to_string(significandBits()) + ")";
  case SortKind::Array:
    return "(Array " + index().toString() + " " + element().toString() + ")";
  }
  return {};
}

std::string Term::toString() const {
  if (isNull()) return "<null>";
  std::string text;
  std::vector<std::pair<Term, uint32_t>> stack{{*this, 0}}; // with the next child to print
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (term.size() == 0) {
      text += term.isVariable() ? smtlibSymbol(term.symbol()) : smtlibConstant(term);
      stack.pop_back();
    } else if (next == term.size()) {
      text += ")";
      stack.pop_back();
    } else {
      text += next == 0 ? "(" + smtlibHead(term) + " " : " ";
      stack.push_back({term[next++], 0});
    }
  }
  return text;
}

} // namespace assay
