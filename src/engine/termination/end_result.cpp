#include "engine/termination/end_result.h"

#include "program/loops.h"
#include "transform/inline_calls.h"

#include <map>

namespace assay {

namespace {

/// Where loops begin, and whether they are recursions.
std::vector<std::pair<SourcePosition, bool>> loopPlaces(const Program& program) {
  std::set<std::pair<SourcePosition, bool>> places;
  for (uint32_t f = 0; f < program.functions().size(); ++f) {
    if (!program.functions()[f].hasBody()) continue;
    const LoopForest forest(program, FunctionId(f));
    for (const Loop& loop : forest.loops())
      if (const SourcePosition position = program[loop.head].position; position.known())
        places.insert({position, false});
  }
  return {places.begin(), places.end()};
}

std::string textOf(const std::vector<std::string>& measures) {
  if (measures.empty()) return "nothing leads back to it";
  std::string text;
  for (const std::string& measure : measures) text += (text.empty() ? "" : ", ") + measure;
  return (measures.size() > 1 ? "(" + text + ") decreases lexicographically" : text + " decreases");
}

} // namespace

void addLoops(const LoopProver& prover, Result& result) {
  const Flow& flow = prover.flow();
  std::map<SourcePosition, size_t> number;
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    const bool isRecursion = flow.program()[flow.heads()[head]].label.starts_with(kRecursionLabel);
    const SourcePosition position = headPosition(flow, head);
    const bool isKnown = head < prover.ranking().heads.size();
    const Ranking::Head& found = isKnown ? prover.ranking().heads[head] : Ranking::Head();
    const auto [at, isNew] = number.try_emplace(position, result.loops.size());
    if (isNew) result.loops.push_back({position, isRecursion, CheckStatus::Proved, {}});
    LoopResult& loop = result.loops[at->second];
    if (!found.ends) {
      loop.status = CheckStatus::Open;
      loop.how = prover.reason().empty() ? "not looked at" : prover.reason();
    } else if (loop.how.empty()) {
      loop.how = textOf(found.measures);
    }
  }
}

void excludeObstacles(Result& result, const Program& program, const std::string& how, const std::set<RowId>& limits) {
  const CheckTable table(program);
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const TableRow& row = table.rows()[i];
    if (row.isCheck()) continue;
    const bool isOpen = row.isLimit() && limits.contains(RowId(i));
    result.obstacles.push_back({RowId(i), isOpen ? CheckStatus::Open : CheckStatus::Proved, how});
  }
}

Result allEndResult(const Program& original, const Program& wrapping, const std::string& how,
                    const std::set<RowId>& limits) {
  Result result;
  result.question = Question::Termination;
  result.verdict = Verdict::True;
  result.reason = how;
  for (const auto& [position, isRecursion] : loopPlaces(wrapping))
    result.loops.push_back({position, isRecursion, CheckStatus::Proved, how});
  excludeObstacles(result, original, how, limits);
  return result;
}

Result refusedResult(const Result& result, const std::string& why) {
  Result refused;
  refused.question = Question::Termination;
  refused.reason = why;
  for (const LoopResult& loop : result.loops)
    refused.loops.push_back({loop.position, loop.isRecursion, CheckStatus::Open, refused.reason});
  return refused;
}

} // namespace assay
