// transform/memory/: programs with less memory, or none: cells that become variables are here, and a room each makes
// arrays and records of the rest.
//
// Objects that are only ever accessed at constant offsets, in one shape, become variables, one for each cell. (The
// front end does the same for objects whose address is no value at all; this does it for those that pointers lead to,
// after calls were inlined.) So their contents are live or dead, take part in invariants and are propagated like those
// of any variable.
//
//   p = &x;  *p = *p + 1;          p = &x;  x.0 = x.0 + 1;
//   *q = 3, q is &x or &y          x.0 = ite(q == &x, 3, x.0);  y.0 = ite(q == &y, 3, y.0);
//
// The object itself stays, with its address and its life, and so do questions to memory. An access that might be
// undefined also keeps a load from its pointer. Nothing reads the loaded value; the load only says where the access is
// undefined, and a slice would remove it.
//
// An array of few elements may become variables as well, though it is accessed at any index:
//
//   a[i] = 3                       touched = a[i];  a.0 = ite(&a[i] == &a[0], 3, a.0);
//                                                   a.4 = ite(&a[i] == &a[1], 3, a.4);
//
// Which objects become variables: static objects, and those of constant size from allocations that are executed at most
// once. All accesses to them (analysis/points_to.h) are at constant offsets inside, or at any offset where there are
// few cells; no two accesses overlap in part; and of the objects that a pointer may mean, all become variables or none
// does. Where leaks are looked for, contents of the heap and of the stack have to stay in memory: which blocks are
// reached depends on where addresses are.
#pragma once

#include "analysis/obligation.h"
#include "program/program.h"

#include <vector>

namespace assay {

struct CellsMade {
  unsigned number = 0;              // of cells that became variables
  std::vector<Obligation> premises; // what that rests on (premises.h); none, if there are no such cells
};

/// An object that is accessed at other than constant offsets becomes variables if it has at most `mostElements`
/// elements.
CellsMade cellsToVariables(Program& program, size_t mostElements = 0);

} // namespace assay
