// Operations on memory, and questions to it.
#pragma once

#include "engine/symex/object_access.h"
#include "engine/symex/pointer_resolver.h"

#include <vector>

namespace assay::symex {

/// One operation in one state. Where pointers that are not concrete are merged, an access covers all objects that they
/// may point into; otherwise the state is split.
class MemoryOperations {
public:
  MemoryOperations(const Program& program, RegisterMachine& machine, Decisions& decisions, const SymexLimits& limits,
                   bool mergesPointers, State& state, const Instr& instr)
      : program_(program), terms_(program.terms()), layout_(program.layout()), machine_(machine), decisions_(decisions),
        limits_(limits), mergesPointers_(mergesPointers), state_(state), instr_(instr),
        pointers_(program, decisions, limits, state) {}

  Step run();

private:
  Step load();
  Step change(const Store& store);
  Step change(const Allocate& allocate);
  Step change(const Free& release);
  Step change(const Copy& copy);
  Step change(const Fill& fill);
  Step loadMerged(Term pointer, const std::vector<uint64_t>& numbers, Sort sort);
  Step storeMerged(Term pointer, const std::vector<uint64_t>& numbers, SymValue value, Sort sort);
  Step answer(QueryKind kind);
  Step accessQuery(bool isWrite);
  Step freeableQuery();
  Step objectSizeQuery();
  Step allTrackedQuery();

  SymValue operand(unsigned i) const { return machine_.get(instr_.operands[i]); }
  Step give(SymValue value) {
    machine_.set(state_, instr_.dst, value);
    return Step::Next;
  }
  ObjectAccess access(uint64_t number) { return {program_, state_.memory, number, limits_, arbitrary_}; }
  /// Adds the arbitrary bytes that accesses read to the state's record.
  void record();
  Step tooLarge() { return decisions_.cut(state_, "an object too large to be followed"); }

  const Program& program_;
  TermManager& terms_;
  const PointerLayout& layout_;
  RegisterMachine& machine_;
  Decisions& decisions_;
  const SymexLimits& limits_;
  const bool mergesPointers_;
  State& state_;
  const Instr& instr_;
  PointerResolver pointers_;
  std::vector<ArbitraryBytes> arbitrary_;
};

} // namespace assay::symex
