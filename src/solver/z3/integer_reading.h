// Bit-vectors read as integers, as if nothing wrapped around. A term that is not linear may be any number. A reading is
// for guesses: what is concluded from it need not be true of the terms.
#pragma once

#include "solver/z3/z3_api.h"
#include "term/term_map.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace assay {

class IntegerReading {
public:
  /// These variables are signed, all others are not. Large numbers may be read as symbols: proofs that count up to them
  /// are of no use.
  IntegerReading(const Z3Api& z3, std::span<const Term> signedVariables, bool hasSymbolicNumbers);

  /// An integer, or a Bool. Of a constant: as a value of this signedness.
  Z3Ast operator()(Term term) { return read(term); }
  Z3Ast value(Term term, bool isSigned);
  bool isSigned(Term term) const;
  /// Constants of Z3 in what was read since the last call, for variables and for terms that may be any number, and what
  /// is known of them.
  struct Constants {
    std::vector<Z3Ast> all;
    std::vector<Z3Ast> known;
  };
  Constants constantsOf(std::span<const Term> roots);
  /// Symbols of large numbers that were read, and what is known of them: their order, and which are neighbours.
  struct Numbers {
    std::vector<int64_t> values;
    std::vector<Z3Ast> symbols;
    std::vector<Z3Ast> known;
  };
  Numbers numbers() const;
  static bool isRead(Sort sort) { return sort.isBool() || (sort.isBitVec() && sort.width() <= 64); }

private:
  Z3Ast read(Term term);
  Z3Ast readBool(Term term);
  Z3Ast readNumber(Term term);
  Z3Ast readComparison(Term term);
  Z3Ast readExtract(Term term);
  Z3Ast readBits(Term term);
  Z3Ast any(Term term);
  Z3Ast literal(Term value, bool isSigned) const;
  Z3Ast number(const std::string& digits) const;
  Z3Ast number(int64_t value) const { return number(std::to_string(value)); }
  Z3Ast sum(const Z3Ast& a, const Z3Ast& b) const;
  Z3Ast product(const Z3Ast& a, const Z3Ast& b) const;
  Z3Ast conjunction(const Z3Ast& a, const Z3Ast& b) const;

  const Z3Api& z3_;
  TermSet signed_;
  TermMap<Z3Ast> memo_;
  TermSet open_; // what is a constant: variables, and what could be any number
  const bool hasSymbolicNumbers_;
  std::map<int64_t, Z3Ast> numbers_; // symbols of large ones
};

} // namespace assay
