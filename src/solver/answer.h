// The answer to a satisfiability question. It converts to nothing: an unknown cannot be taken for an unsat.
#pragma once

#include <cstdint>
#include <string>

namespace assay {

enum class UnknownReason : uint8_t { None, Interrupted, Deadline, Conflicts, Memory, Incomplete };

class Answer {
public:
  static Answer sat() { return Answer(Kind::Sat, UnknownReason::None); }
  static Answer unsat() { return Answer(Kind::Unsat, UnknownReason::None); }
  static Answer unknown(UnknownReason reason) { return Answer(Kind::Unknown, reason); }

  bool isSat() const { return kind_ == Kind::Sat; }
  bool isUnsat() const { return kind_ == Kind::Unsat; }
  bool isUnknown() const { return kind_ == Kind::Unknown; }
  UnknownReason reason() const { return reason_; }
  bool operator==(const Answer&) const = default;
  std::string toString() const;

private:
  enum class Kind : uint8_t { Sat, Unsat, Unknown };
  Answer(Kind kind, UnknownReason reason) : kind_(kind), reason_(reason) {}
  Kind kind_;
  UnknownReason reason_;
};

} // namespace assay
