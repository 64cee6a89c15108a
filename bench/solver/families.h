// The query sequences: incremental scripts such as verification engines produce, a family for each way of asking.
#pragma once

#include "solver/session.h"

#include <memory>
#include <string>
#include <vector>

namespace assay {

/// One script, with the terms that it is about.
struct Instance {
  explicit Instance(std::string name) : name(std::move(name)), terms(std::make_unique<TermManager>()) {}

  Term bv(const std::string& symbol, uint32_t width) { return terms->mkVariable(symbol, terms->bvSort(width)); }
  Term flag(const std::string& symbol) { return terms->mkVariable(symbol, terms->boolSort()); }

  std::string name;
  std::unique_ptr<TermManager> terms;
  Session session;
};

struct Family {
  std::string name;
  std::vector<Instance> instances;
};

// Transition systems, unrolled step by step (families_transition.cpp).
Family counters();
Family protocols();
Family inductionSteps();
Family templateBounds();
/// A counter unrolled to this depth with a check at each step: is its cost linear?
Instance longCounter(uint32_t depth);

// Paths and memory (families_memory.cpp).
Family pathConditions();
Family symbolicMemory();

// Hard operators (families_arithmetic.cpp).
Family multiplications();
Family floats();

} // namespace assay
