// For tests of engines: the programs of the five papers' figures, as automata in text form. Each is here once, however
// many engines are tried on it.
#pragma once

#include <string>
#include <string_view>

namespace assay::figures {

// Kroening, Malík, Schrammel, Vojnar: "2LS for program analysis".

/// Figure 1: the authority part of a URI is copied; the characters are inputs here. Safe.
extern const std::string_view kUri;
/// Figure 5: a block is freed, then the pointer that it holds is read, for the next call of free. A violation.
extern const std::string_view kReadBehindFree;
/// Figure 9: x counts from 0 to 10. Safe.
extern const std::string_view kCounter;

// Chalupa, Strejček: "Backward symbolic execution with loop folding". All of them are safe.

/// Figure 1: a counter and its shadow, compared in the loop.
extern const std::string_view kAssertionInLoop;
/// Figure 2: a counter and its shadow, compared behind the loop.
extern const std::string_view kAssertionBehindLoop;
/// Figure 3, left: the fifth iteration differs from the others.
extern const std::string_view kFifthIteration;
/// Figure 3, middle: two loops, one behind the other, here for any n.
extern const std::string_view kTwoLoops;
/// Figure 3, right: the loop's body has two paths.
extern const std::string_view kTwoPaths;

// Jonáš, Strejček, Griggio: "Combining symbolic execution with predicate abstraction and CEGAR".

/// Figure 1: safe, with a feasible path for each number of rounds.
extern const std::string_view kRunningExample;

// Jaffar, Maghareh, Godboley, Ha: TracerX.

/// Figure 1, with a graph like that of Table 1: ways from node 1 to node 4. The shortest has the length 90; the program
/// is safe if the bound is no more than that.
std::string shortestPath(int bound);
/// Figure 4: n bits, each of which adds one to a sum or takes one away. Safe if the bound is at least n.
std::string sumOfSigns(int n, int bound);
/// Example 5.5. Its points: c is <1>, p is <2>, q is <4>.
extern const std::string_view kExample55;

} // namespace assay::figures
