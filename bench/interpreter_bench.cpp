// How many operations (of Program: operations and guards) the interpreter executes in a second.
#include "program/interpreter.h"
#include "program/text_parser.h"

#include <benchmark/benchmark.h>

namespace assay {
namespace {

void runProgram(benchmark::State& state, std::string_view text) {
  TermManager terms;
  const Program program = parseProgram(text, "benchmark", terms);
  Interpreter interpreter(program);
  uint64_t steps = 0;
  for (auto _ : state) {
    ListInputs inputs({BitVector(32, static_cast<uint64_t>(state.range(0)))});
    const Outcome outcome = interpreter.run(inputs);
    if (outcome.kind != Outcome::Exit) state.SkipWithError(outcome.message.c_str());
    steps += outcome.steps;
  }
  state.counters["operations/s"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}

/// One compare, two additions a round.
void sumLoop(benchmark::State& state) {
  runProgram(state, R"(
    function main() -> bv32 {
      var i: bv32; var n: bv32; var s: bv32;
      begin: -> head { n = input nondet; i = 0; s = 0; }
      head: if i <s n -> head { s = s + i; i = i + 1; }
            if i >=s n -> exit { return s; }
    })");
}
BENCHMARK(sumLoop)->Arg(1000000);

/// Nested loops with multiplication, remainder and a branch, as in C programs.
void collatz(benchmark::State& state) {
  runProgram(state, R"(
    function main() -> bv64 {
      var n: bv32; var i: bv32; var x: bv64; var steps: bv64;
      begin: -> outer { n = input nondet; i = 1; steps = 0; }
      outer: if i <u n -> inner { x = zext(i, 64); }
             if i >=u n -> exit { return steps; }
      inner: if x == 1 -> outer { i = i + 1; }
             if x != 1 -> test;
      test: if x[0:0] == 0 -> next { x = x >>u 1; }
            if x[0:0] != 0 -> next { x = 3 * x + 1; }
      next: -> inner { steps = steps + 1; }
    })");
}
BENCHMARK(collatz)->Arg(10000);

/// A sieve: loads and stores to an array, with the checks of memory safety.
void sieve(benchmark::State& state) {
  runProgram(state, R"(
    object composite: 1000000;
    function main() -> bv64 {
      var m: bv32; var n: bv64; var i: bv64; var j: bv64; var b: bv8; var ok: bool; var count: bv64;
      begin: -> outer { m = input nondet; n = zext(m, 64); i = 2; count = 0; }
      outer: if i <u n -> check { ok = readable(&composite + i, 1); }
             if i >=u n -> exit { return count; }
      check: if ok -> look { b = load &composite + i; }
             if !ok -> bad;
      look: if b == 0 -> inner { j = i * i; count = count + 1; }
            if b != 0 -> outer { i = i + 1; }
      inner: if j <u n -> mark { ok = writable(&composite + j, 1); }
             if j >=u n -> outer { i = i + 1; }
      mark: if ok -> inner { store &composite + j, 1:8; j = j + i; }
            if !ok -> bad;
      bad: error(valid-deref);
    })");
}
BENCHMARK(sieve)->Arg(1000000);

void fibonacci(benchmark::State& state) {
  runProgram(state, R"(
    function fib(n: bv32) -> bv32 {
      var a: bv32; var b: bv32;
      s: if n <s 2 -> exit { return n; }
         if 2 <=s n -> t { a = call fib(n - 1); }
      t: -> u { b = call fib(n - 2); }
      u: -> exit { return a + b; }
    }
    function main() -> bv32 {
      var n: bv32; var r: bv32;
      s: -> t { n = input nondet; }
      t: -> u { r = call fib(n); }
      u: -> exit { return r; }
    })");
}
BENCHMARK(fibonacci)->Arg(25);

/// x := x * c + d in double precision.
void doubles(benchmark::State& state) {
  runProgram(state, R"(
    function main() -> bv32 {
      var n: bv32; var i: bv32; var x: bv64;
      begin: -> head { n = input nondet; i = 0; x = 0; }
      head: if i <s n -> head {
              x = asbits(fadd.rne(fmul.rne(asfloat(x, f64), 0.999:f64), 1.5:f64), 0:64); i = i + 1; }
            if i >=s n -> exit { return x[31:0]; }
    })");
}
BENCHMARK(doubles)->Arg(1000000);

} // namespace
} // namespace assay
