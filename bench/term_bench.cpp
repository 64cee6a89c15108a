// How fast terms are made, substituted and evaluated: nodes per second on a chain of operations over a few variables.
#include "term/evaluate.h"
#include "term/substitute.h"
#include "term/term_manager.h"

#include <benchmark/benchmark.h>

namespace assay {
namespace {

constexpr uint32_t kNodes = 1'000'000;

Term makeChain(TermManager& terms) {
  Term variables[] = {terms.mkVariable("x", terms.bvSort(32)), terms.mkVariable("y", terms.bvSort(32)),
                      terms.mkVariable("z", terms.bvSort(32))};
  Term term = variables[0];
  for (uint32_t i = 0; i < kNodes; i++) {
    Term operand = variables[i % 3];
    term = i % 2 == 0 ? terms.mkBvAdd(term, operand) : terms.mkBvXor(term, operand);
  }
  return term;
}

void makeTerms(benchmark::State& state, TermManager::Rewriting rewriting) {
  for (auto iteration : state) {
    TermManager terms(rewriting);
    benchmark::DoNotOptimize(makeChain(terms));
  }
  state.counters["nodes/s"] = benchmark::Counter(kNodes, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK_CAPTURE(makeTerms, plain, TermManager::Rewriting::Off)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(makeTerms, rewriting, TermManager::Rewriting::On)->Unit(benchmark::kMillisecond);

void evaluateTerms(benchmark::State& state) {
  TermManager terms;
  Term chain = makeChain(terms);
  Assignment assignment;
  assignment.setBv(terms.findVariable("x"), 3);
  for (auto iteration : state) {
    Evaluator evaluator(assignment);
    benchmark::DoNotOptimize(evaluator.evaluateBits(chain));
  }
  state.counters["nodes/s"] = benchmark::Counter(kNodes, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(evaluateTerms)->Unit(benchmark::kMillisecond);

void substituteTerms(benchmark::State& state) {
  TermManager terms;
  Term chain = makeChain(terms);
  Term x = terms.findVariable("x");
  for (auto iteration : state) {
    Substitution substitution(terms);
    substitution.add(x, terms.mkFreshVariable("w", x.sort()));
    benchmark::DoNotOptimize(substitution.apply(chain));
  }
  state.counters["nodes/s"] = benchmark::Counter(kNodes, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(substituteTerms)->Unit(benchmark::kMillisecond)->Iterations(3);

} // namespace
} // namespace assay
