// Invariants about all elements of an array. "Every element below i is c" is a statement about one element at a place
// that is arbitrary but fixed: its number is a constant of which nothing is known, and what the array holds there is
// one more value in every state. A statement about place and contents that is inductive holds for all places at once;
// it is used for the places that the program reads (array_instances.h).
//
//   for all J:   0 <= J < i  implies  a[J] == 42            J: the place        a[J]: the cell's contents
//
// Candidates come from sources/elements.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"
#include "term/term_manager.h"

#include <string>
#include <vector>

namespace assay {

/// Elements of equal size, at `offset` in each part of `stride` bytes of an object: an array, or one field of an array
/// of structs.
struct ArrayCell {
  uint32_t object;    // of the points-to analysis: a static one, or an allocation
  uint32_t logStride; // strides are powers of two
  uint32_t offset, size;
  Term contents; // stands for what is at the place, in conditions of invariants
  std::string name;
};

/// The number of an element; of pointer width. It stands for itself in formulas.
Term arrayPlace(const Program& program);
/// Whether a variable is some cell's `contents`.
bool isArrayContents(Term variable);

std::vector<ArrayCell> arrayCells(const Program& program, const PointsTo& pointsTo);
} // namespace assay
