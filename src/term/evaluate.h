// Evaluation of terms under an assignment of values to variables.
#pragma once

#include "term/term.h"
#include "term/term_map.h"
#include "term/value.h"

#include <deque>
#include <unordered_map>

namespace assay {

/// Values of variables.
class Assignment {
public:
  /// The value must be of the variable's sort.
  void set(Term variable, Value value);
  void setBool(Term variable, bool value) { set(variable, Value::boolean(value)); }
  void setBv(Term variable, const BitVector& value) { set(variable, Value::bitVector(value)); }
  void setBv(Term variable, uint64_t value) { setBv(variable, BitVector(variable.sort().width(), value)); }
  /// The float with these IEEE bits.
  void setFp(Term variable, const BitVector& bits);
  /// The value of a variable; null if it has none.
  const Value& get(Term variable) const;
  const std::unordered_map<Term, Value>& values() const { return values_; }
  void clear() { values_.clear(); }

private:
  std::unordered_map<Term, Value> values_;
};

/// Evaluates terms under one assignment, each shared subterm once over the life of the Evaluator. The assignment must
/// outlive it and stay as it is (or reset() be called).
class Evaluator {
public:
  /// What a variable without a value is: zero of its sort, or nothing, which makes every term that needs it null.
  enum class Unassigned : uint8_t { Zero, Null };
  explicit Evaluator(const Assignment& assignment, Unassigned unassigned = Unassigned::Zero)
      : assignment_(assignment), unassigned_(unassigned) {}

  /// The reference stays good until reset().
  const Value& evaluate(Term term);
  bool evaluateBool(Term term) { return evaluate(term).asBool(); }
  const BitVector& evaluateBits(Term term) { return evaluate(term).bits(); }
  void reset() {
    memo_.clear();
    values_.clear();
  }

private:
  Value valueOf(Term term) const;

  const Assignment& assignment_;
  Unassigned unassigned_;
  TermMap<const Value*> memo_; // into values_
  std::deque<Value> values_;
};

} // namespace assay
