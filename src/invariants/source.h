// invariants/: where invariants come from. Here are the registry of sources, the turns in which they run, and Houdini,
// which keeps what is inductive; each source has a room.
//
// Sources of invariants. A source proposes assertions about the states behind back edges and keeps those that are
// k-inductive together (houdini.h), or searches for k-inductive ones in its own way. The engine that runs it assumes
// what it returns as invariants of all executions. The certificate of a proof checks the invariants that the proof
// uses.
//
// To write a source: a folder with a function that takes a Search, a row in registry.cpp, and its name in the turns
// there in which it is to take part. Its name is then also the name of an engine (`--engine NAME`: one round of the
// inductive step with this source alone), which help texts and documents list.
#pragma once

#include "encode/allowance.h"
#include "encode/assertion.h"
#include "util/env.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

/// What a source has to work with.
struct Search {
  const Flow& flow;
  const Unwinding& base;  // from the program's start
  Unwinding& step;        // from any state
  uint32_t k;             // both have more layers
  InductionPlaces places; // of an inductive argument over k + 1 layers
  Solver& solver;         // knows the formula of `step` and all invariants; what it learns stays
  std::function<std::unique_ptr<Solver>()> newSolver; // one that knows all invariants, for what is of no use to others
  std::span<const Assertion> outside;                 // candidates that were not found here
  Allowance allowance;
  Env& env;
};

/// Of these candidates, those that are inductive together; nothing if the allowance was too small.
std::optional<std::vector<Assertion>> inductive(const Search& search, std::vector<Assertion> candidates);

struct Source {
  std::string_view name;
  std::string_view what; // the form of its assertions, for people
  /// Invariants; nothing if the allowance was too small.
  std::optional<std::vector<Assertion>> (*search)(const Search&) = nullptr;
  bool isEngine = true; // by itself
};

std::span<const Source> sources();
/// Null: there is no source of this name.
const Source* findSource(std::string_view name);
/// The source of this name, which must exist.
const Source& sourceNamed(std::string_view name);

/// Names of sources. The sources of a turn take part in one search, one after the other. Each takes for granted what
/// the sources before it found, so together they are a product.
using Turns = std::vector<std::vector<std::string_view>>;
Turns defaultTurns();
/// The sources that also run before every inductive step, one after the other, until each has finished within its
/// allowance.
std::span<const std::string_view> firstSources();

} // namespace assay
