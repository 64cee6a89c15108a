// engine/sequentialise/: programs with threads, proved as one automaton without threads.
//
// Lal and Reps, "Reducing concurrent analysis under a context bound to sequential analysis" (CAV 2008), named the idea;
// here nothing bounds the switches: the automaton has the moves of all threads, from one place where others may go on to the
// next, and an input says whose is next (encode/threads/thread_product.h). Engines that know of one thread prove it, in turns
// that grow. Threads that a loop creates are told apart by unrolling it, if it ends soon and there are not too many places of
// all threads together; else they are counted.
//
// A proof rests on assertions about threads where a thread goes on alone because others are kept out, and where threads
// are counted. The second solver confirms them, and what points-to says; the proof of the automaton is confirmed as any other.
// The engine never says *false*: loads from memory of which nothing is known give any value.
#pragma once

#include "engine/engine.h"

namespace assay {

class Sequentialise final : public Engine {
public:
  std::string_view name() const override { return "sequentialise"; }
  bool followsThreads() const override { return true; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
