// All threads as one automaton without threads and without memory, for engines that know of one thread only.
//
// Its places are those of all threads that are created once: where each of them stands, has not begun yet, or has ended. Of
// a kind that may be created several times a number says how many threads stand at each node (German and Sistla, "Reasoning
// about systems with many processes", 1992), and how many have ended, modulo 2^32; what their locals hold is not kept, but for what
// assertions say of it (invariants/threads). A node that holds 2^32 - 1 threads is an obstacle to more of them; where handles have 32 bits, there are
// no more.
// If there would be too many places, a variable for each thread says where it stands instead.
// At a place an input says whose move is next; the move is an edge that gives cells and locals their new values. So every
// order of moves is an execution, with any number of switches.
//
// Where it makes no difference one thread goes on alone and the others wait: persistent sets of one thread (Godefroid,
// "Partial-Order Methods for the Verification of Concurrent Systems", 1996). A thread does so from a node
//   - that is at no head of a loop: so on each cycle of the product everybody may move at some place;
//   - none of whose paths ends the program, joins, or ends inside of an atomic region: what others do is not cut off;
//   - whose moves read no cell that is written, and write none that is read or written, by moves from any node where
//     another thread may stand meanwhile, which assertions about threads show (invariants/threads); or from any node
//     that the others may come to at all from where they are.
// Then its moves may come first in every execution from there, and if an error can be reached, it can be reached so, or
// the thread itself comes to one.
#pragma once

#include "encode/threads/independent_moves.h"
#include "util/deadline.h"

namespace assay {

/// What is known of threads where they stand.
struct KnownOfThreads {
  NodesThatMeet meet;                // empty: any two nodes may have threads at one time
  std::vector<std::vector<Term>> at; // by node: assertions about cells and locals; may be empty
};

struct ThreadProduct {
  explicit ThreadProduct(const Program& of) : program(of.terms(), of.layout()) {}

  Program program;
  uint32_t numPlaces = 0, numAlone = 0; // where one of several threads goes on alone
  uint32_t numCounted = 0;              // nodes where threads are counted
  bool usesKnown = false;               // it rests on what was known
  std::string failure;                  // not empty: there is no product
};

enum class StandsIn : uint8_t { Places, Variables }; // who is created once

/// Errors keep what CheckTable knows them by; obstacles become unsupported locations.
ThreadProduct threadProductOf(const Program& program, const ThreadSystem& system, const KnownOfThreads& known,
                              StandsIn standsIn, uint32_t maxEdges, const Deadline& deadline);

} // namespace assay
