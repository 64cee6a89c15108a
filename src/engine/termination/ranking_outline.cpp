#include "engine/termination/ranking_outline.h"

#include "program/condition_text.h"
#include "util/error.h"

#include <utility>

namespace assay {

namespace {

/// Nothing: it has no text.
std::optional<OutlinedRankingStep> asText(const Program& program, const RankingStep& step) {
  OutlinedRankingStep result;
  result.head = step.head;
  result.transitions = step.transitions;
  if (!step.measure) return result;
  for (const Measure::Summand& summand : step.measure->summands) {
    std::optional<std::string> number = printCondition(program, summand.number);
    if (!number) return std::nullopt;
    result.summands.push_back({summand.factor, summand.isSigned, *std::move(number)});
  }
  result.name = step.measure->text;
  if (!result.summands.empty()) return result;
  std::optional<std::string> text = printCondition(program, step.measure->term);
  if (!text) return std::nullopt;
  result.measure = *std::move(text);
  return result;
}

/// The sum that the step outlines; it is so wide that it cannot wrap around.
std::optional<Measure> sumOf(const Flow& flow, const OutlinedRankingStep& step) {
  constexpr size_t kMaxSummands = 50;
  std::vector<Measure::Summand> summands;
  for (const auto& [factor, isSigned, text] : step.summands) {
    const Term number = parseTermText(flow.program(), text);
    const bool isNumber = number.sort().isBool() || number.sort().isBitVec();
    if (!isNumber || factor < -Measure::kLargestFactor || factor > Measure::kLargestFactor ||
        summands.size() == kMaxSummands)
      return std::nullopt;
    summands.push_back({static_cast<int>(factor), number, isSigned});
  }
  return Measure::sum(flow.terms(), std::move(summands), step.name);
}

/// Nothing: it is none.
std::optional<Measure> measureOf(const Flow& flow, const OutlinedRankingStep& step) {
  try {
    if (!step.summands.empty()) return sumOf(flow, step);
    const Term term = parseTermText(flow.program(), step.measure);
    if (!term.sort().isBitVec()) return std::nullopt;
    return Measure{term, step.name};
  } catch (const InputError&) {
    return std::nullopt; // of another program
  }
}

bool hasMeasure(const OutlinedRankingStep& step) { return !step.measure.empty() || !step.summands.empty(); }

} // namespace

void addRanking(MeasuresOutline& outline, const Flow& flow, std::span<const Assertion> invariants,
                std::span<const RankingStep> steps) {
  std::vector<OutlinedLemma> lemmas;
  for (const Assertion& invariant : invariants) {
    std::optional<std::string> text = printCondition(flow.program(), invariant.condition);
    if (!text) return;
    lemmas.push_back({invariant.head, *std::move(text)});
  }
  std::vector<OutlinedRankingStep> ranking;
  for (const RankingStep& step : steps) {
    std::optional<OutlinedRankingStep> text = asText(flow.program(), step);
    if (!text) return;
    ranking.push_back(*std::move(text));
  }
  outline.lemmas = std::move(lemmas);
  outline.ranking = std::move(ranking);
}

std::optional<std::vector<RankingStep>> stepsFrom(const MeasuresOutline& outline, const Flow& flow) {
  std::vector<RankingStep> steps;
  for (const OutlinedRankingStep& step : outline.ranking) {
    RankingStep& next = steps.emplace_back(RankingStep{step.head, step.transitions, {}});
    if (!hasMeasure(step)) continue;
    next.measure = measureOf(flow, step);
    if (!next.measure) return std::nullopt;
  }
  return steps;
}

std::vector<Measure> measuresFrom(const MeasuresOutline& outline, const Flow& flow) {
  std::vector<Measure> result;
  for (const OutlinedRankingStep& step : outline.ranking)
    if (hasMeasure(step))
      if (std::optional<Measure> measure = measureOf(flow, step)) result.push_back(*std::move(measure));
  return result;
}

} // namespace assay
