// Terms as C-like text. What a term looks like depends on its structure alone, never on the numbers that its manager
// gave out, so that a text that was parsed prints again as it was:
//  - operands of a commutative operator stand in a canonical order: variables by name, then compound terms by a
//    structural hash, then constants, what is subtracted last;
//  - within one edge, a subterm that is used twice and not small, or that would nest too deeply, is bound by a `let`;
//    the length of the text is linear in the number of distinct subterms, and the parser's recursion is bounded.
#pragma once

#include "program/program.h"
#include "program/text_syntax.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace assay {

class TermPrinter {
public:
  explicit TermPrinter(const Program& program);

  /// Names are printed as this function sees them: its own without its name before them.
  void enterFunction(FunctionId function);

  /// Begins an edge (or any group of terms printed together): decides which subterms get a `let`.
  void begin(const std::vector<Term>& roots);
  /// The lets of the group, in order: what stands behind `let $i = `, i counting from 1.
  const std::vector<Term>& lets() const { return lets_; }
  /// The definition of the i-th let (from 0).
  std::string definition(size_t i) { return text(lets_[i], true); }
  /// A term of the group. With `sized`, the context tells a constant's width and it is left out.
  std::string print(Term term, bool sized = false);

  /// Begins a group without lets: a term is cut off with "..." where it nests deeper than `depth`.
  void beginShort(unsigned depth);

  std::string variable(VariableId id) const;
  std::string constant(const BitVector& value, bool sized) const;

private:
  struct Info {
    uint32_t epoch = 0; // of the group that the rest belongs to
    uint32_t uses = 0;
    uint32_t size = 0; // nodes, a let counting as one
    uint32_t depth = 0;
    uint32_t let = 0; // number, 0 if it has none
  };
  /// A piece of output and how tightly its outermost operator binds.
  struct Piece {
    std::string text;
    uint8_t level;
    Kind kind;
  };

  void computeHashes(Term root);
  uint64_t hashOf(Term term) const { return hash_[term.id()]; }
  bool before(Term a, Term b) const;
  std::pair<Term, Term> ordered(Term term) const;
  Term operandAt(Term term, uint32_t i) const;
  uint32_t letOf(Term term) const;

  std::string text(Term term, bool isDefinition, bool sized = false);
  Piece piece(Term term, bool sized, bool isDefinition = false);
  Piece leaf(Term term, bool sized) const;
  Piece negation(Term term);
  Piece unary(std::string_view op, Term operand);
  Piece infix(const text::Infix& op, Term left, Term right);
  Piece sum(Term term);
  Piece function(Term term);
  std::string operand(Term term, const text::Infix& parent, bool isRight, bool sized);
  std::string floatConstant(Term term) const;
  std::string objectName(uint64_t address) const;

  const Program& program_;
  FunctionId function_;
  std::unordered_set<std::string_view> localNames_;             // as printed, of the function entered
  std::unordered_map<std::string_view, uint32_t> objectsNamed_; // how many objects have this name
  std::vector<uint64_t> hash_;                                  // by term id; 0: not computed yet
  std::vector<Info> info_;                                      // by term id
  std::vector<Term> lets_;
  uint32_t epoch_ = 0;
  unsigned maxDepth_ = UINT32_MAX; // of the group
  unsigned depthLeft_ = UINT32_MAX;
};

} // namespace assay
