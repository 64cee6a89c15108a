#include "program/outline_text.h"

#include <algorithm>
#include <string_view>

namespace assay {

namespace {

uint32_t readNumber(WordReader& in) { return static_cast<uint32_t>(in.number(UINT32_MAX)); }

/// `read` gives one element.
template <class Read>
auto readAll(WordReader& in, const Read& read) {
  std::vector<decltype(read())> all;
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) all.push_back(read());
  return all;
}

void writeNumbers(WordWriter& out, const std::vector<uint32_t>& numbers) {
  out.number(numbers.size());
  for (const uint32_t number : numbers) out.number(number);
}

std::vector<uint32_t> readNumbers(WordReader& in) {
  return readAll(in, [&] { return readNumber(in); });
}

void writeLemmas(WordWriter& out, const std::vector<OutlinedLemma>& lemmas) {
  out.number(lemmas.size());
  for (const OutlinedLemma& lemma : lemmas) out.number(lemma.head).string(lemma.condition);
}

std::vector<OutlinedLemma> readLemmas(WordReader& in) {
  return readAll(in, [&] {
    const uint32_t head = readNumber(in);
    return OutlinedLemma{head, in.string()};
  });
}

void writeAutomaton(WordWriter& out, const OutlinedAutomaton& automaton) {
  out.number(static_cast<uint64_t>(automaton.form)).number(automaton.recursionDepth);
  out.number(automaton.contracts ? 1 : 0);
  if (automaton.contracts) writeNumbers(out, *automaton.contracts);
}

OutlinedAutomaton readAutomaton(WordReader& in) {
  using Form = OutlinedAutomaton::Form;
  OutlinedAutomaton automaton;
  automaton.form = static_cast<Form>(in.number(static_cast<uint64_t>(Form::WithoutMemory)));
  automaton.recursionDepth = readNumber(in);
  if (in.number(1) == 1) automaton.contracts = readNumbers(in);
  return automaton;
}

void writeStep(WordWriter& out, const OutlinedRankingStep& step) {
  out.number(step.head);
  writeNumbers(out, step.transitions);
  out.string(step.measure).string(step.name).number(step.summands.size());
  for (const auto& [factor, isSigned, number] : step.summands)
    out.number(static_cast<uint64_t>(factor)).number(isSigned ? 1 : 0).string(number);
}

OutlinedRankingStep readStep(WordReader& in) {
  OutlinedRankingStep step;
  step.head = readNumber(in);
  step.transitions = readNumbers(in);
  step.measure = in.string();
  step.name = in.string();
  step.summands = readAll(in, [&] {
    const auto factor = static_cast<int64_t>(in.number());
    const bool isSigned = in.number(1) == 1;
    return OutlinedRankingStep::Summand{factor, isSigned, in.string()};
  });
  return step;
}

void writeFields(WordWriter& out, const ConditionsOutline& outline) { writeLemmas(out, outline.lemmas); }

ProofOutline readConditions(WordReader& in) { return ConditionsOutline{readLemmas(in)}; }

void writeFields(WordWriter& out, const InductionOutline& outline) {
  writeAutomaton(out, outline.automaton);
  out.number(outline.k);
  writeLemmas(out, outline.lemmas);
  out.number(outline.sources.size());
  for (const std::string& source : outline.sources) out.string(source);
}

ProofOutline readInduction(WordReader& in) {
  InductionOutline outline;
  outline.automaton = readAutomaton(in);
  outline.k = readNumber(in);
  outline.lemmas = readLemmas(in);
  outline.sources = readAll(in, [&] { return in.string(); });
  return outline;
}

void writeFields(WordWriter& out, const ForwardOutline& outline) {
  writeAutomaton(out, outline.automaton);
  out.number(outline.backEdges);
}

ProofOutline readForward(WordReader& in) {
  ForwardOutline outline;
  outline.automaton = readAutomaton(in);
  outline.backEdges = readNumber(in);
  return outline;
}

void writeFields(WordWriter& out, const PathsOutline& outline) {
  out.number(static_cast<uint64_t>(outline.walk));
  writeNumbers(out, outline.places);
  out.number(outline.hasHardRefutations ? 1 : 0);
}

ProofOutline readPaths(WordReader& in) {
  using Walk = PathsOutline::Walk;
  PathsOutline outline;
  outline.walk = static_cast<Walk>(in.number(static_cast<uint64_t>(Walk::Plain)));
  outline.places = readNumbers(in);
  outline.hasHardRefutations = in.number(1) == 1;
  return outline;
}

void writeFields(WordWriter& out, const MeasuresOutline& outline) {
  out.number(outline.attempt);
  writeLemmas(out, outline.lemmas);
  out.number(outline.ranking.size());
  for (const OutlinedRankingStep& step : outline.ranking) writeStep(out, step);
}

ProofOutline readMeasures(WordReader& in) {
  MeasuresOutline outline;
  outline.attempt = readNumber(in);
  outline.lemmas = readLemmas(in);
  outline.ranking = readAll(in, [&] { return readStep(in); });
  return outline;
}

void writeFields(WordWriter& out, const ShapesOutline& outline) {
  out.number(outline.attempt).number(outline.pass).number(outline.heaps.size());
  for (const OutlinedHeap& heap : outline.heaps) out.number(heap.head).string(heap.text);
}

ProofOutline readShapes(WordReader& in) {
  ShapesOutline outline;
  outline.attempt = readNumber(in);
  outline.pass = readNumber(in);
  outline.heaps = readAll(in, [&] {
    const uint32_t head = readNumber(in);
    return OutlinedHeap{head, in.string()};
  });
  return outline;
}

struct OutlineKind {
  std::string_view name;
  ProofOutline (*read)(WordReader& in);
};

/// In the order of the variant.
constexpr OutlineKind kOutlineKinds[] = {{"conditions", readConditions}, {"induction", readInduction},
                                         {"forward", readForward},       {"paths", readPaths},
                                         {"measures", readMeasures},     {"shapes", readShapes}};
static_assert(std::size(kOutlineKinds) == std::variant_size_v<ProofOutline>);

} // namespace

void writeOutline(WordWriter& out, const ProofOutline& outline) {
  out.word(kOutlineKinds[outline.index()].name);
  std::visit([&](const auto& kind) { writeFields(out, kind); }, outline);
}

ProofOutline readOutline(WordReader& in) {
  const auto* const kind = std::ranges::find(kOutlineKinds, in.word(), &OutlineKind::name);
  in.require(kind != std::end(kOutlineKinds));
  return in.failed() ? ProofOutline() : kind->read(in);
}

} // namespace assay
