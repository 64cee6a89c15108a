// States at the heads of loops, of executions on small numbers. Blocks are executed as the terms that they are: in a
// state, arrays have values. (No interpreter runs them: it has no names for arrays of the automaton.)
//
// Where a counter is compared with a large constant, the execution is one of the same program with another constant, a
// small one: what holds whatever the constant is, is a guess at what holds of this one.
#pragma once

#include "encode/allowance.h"
#include "engine/arrays/array_system.h"
#include "engine/arrays/limits.h"
#include "term/evaluate.h"
#include "term/substitute.h"

#include <optional>
#include <random>
#include <vector>

namespace assay {

class ArraySamples {
public:
  ArraySamples(const ArraySystem& system, const ArrayLimits& limits);

  void run(const Allowance& allowance);
  /// Values of what is live at the head, and of sizes.
  const std::vector<Assignment>& at(uint32_t head) const { return states_[head]; }

  /// A large constant, and the variable that it was in executions.
  struct Size {
    Term constant, variable;
  };
  const std::vector<Size>& sizes() const { return sizes_; }
  /// All constants that are sizes or differ little from one.
  const std::vector<Term>& sizeConstants() const { return sizeConstants_; }
  /// Whether an index has a multiple of a size in it.
  bool hasRows() const { return hasRows_; }
  /// Then, constants that are products of sizes: how long tables are. Here `variable` is a product, too.
  const std::vector<Size>& products() const { return products_; }
  /// A number of that width which is a size or differs little from one, as it is in the states; null: it is none.
  Term smallNumber(uint64_t number, uint32_t width) const;
  /// A term as it is in the states.
  Term small(Term term) const { return small_.apply(term); }

private:
  struct Exit {
    uint32_t head;
    Term guard;
    std::vector<std::pair<Term, Term>> values; // by variable
  };
  void findSizes();
  void findProducts();
  void findEnds();
  std::optional<std::vector<size_t>> factorsOf(uint64_t value) const;
  void prepare();
  void runOnce(const Allowance& allowance);
  void setInputs(const std::vector<Term>& inputs, Assignment& values);
  Value inputOf(Sort sort);

  const ArraySystem& system_;
  const ArrayLimits& limits_;
  std::mt19937_64 random_{1};
  uint64_t size_ = 0; // of what is small in this execution
  bool hasRows_ = false;
  std::vector<Size> sizes_, products_;
  std::vector<Term> sizeConstants_;
  mutable Substitution small_;
  std::vector<std::vector<Exit>> exits_;        // by cut point
  std::vector<std::vector<Term>> inputs_;       // by cut point
  std::vector<std::vector<Assignment>> states_; // by head
};

} // namespace assay
