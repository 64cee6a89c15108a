#include "invariants/outside/outside.h"

#include "analysis/c_expression.h"

#include <algorithm>

namespace assay {

std::vector<Assertion> candidatesFrom(const std::vector<Assertion>& outside, const Flow& flow,
                                      const Complain& complain) {
  const Program& program = flow.program();
  std::vector<Assertion> result;
  for (const Assertion& invariant : outside) {
    std::string objection = "there is no loop";
    bool isUsed = false;
    for (uint32_t head = 0; head < flow.heads().size(); ++head) {
      const SourcePosition position = headPosition(flow, head);
      if (!position.known() || position.file != invariant.position.file || position.line != invariant.position.line)
        continue;
      // The variable that the loop writes, if several have the name: which one is meant is a guess that is checked.
      const auto lookup = [&](std::string_view name) {
        VariableId found;
        for (VariableId v : flow.liveAt(flow.heads()[head])) {
          if (program[v].sourceName != name) continue;
          const std::vector<VariableId>& written = flow.writtenInLoop(head);
          if (!found.valid() || std::binary_search(written.begin(), written.end(), v)) found = v;
        }
        return found;
      };
      try {
        result.push_back({head, parseCondition(invariant.text, program, lookup), invariant.text});
        isUsed = true;
      } catch (const BadExpression& bad) {
        objection = bad.what();
      }
    }
    if (!isUsed) complain("invariant at " + program.files.format(invariant.position) + " not used: " + objection);
  }
  return result;
}

std::optional<std::vector<Assertion>> searchOutside(const Search& search) {
  return inductive(search, {search.outside.begin(), search.outside.end()});
}

} // namespace assay
