// What witnesses of both formats say about the program, the tool and the time, and how they write values.
#pragma once

#include "program/program.h"
#include "witness/test_case.h"

#include <map>
#include <string>
#include <vector>

namespace assay {

struct WitnessTask {
  std::string version;            // of the tool
  std::vector<std::string> files; // as the user named them
  std::string specification;      // as a property file says it
  uint32_t dataModel = 64;
};

/// The user's name for a file that the program knows by the end of its path.
const std::string& userFile(const WitnessTask& task, const std::string& name);
/// SHA-256 of a file's contents. Throws InputError if it cannot be read.
std::string hashOfFile(const std::string& file);
/// As ISO 8601 writes it, in UTC.
std::string timeNow();
/// Version 4, as RFC 4122 writes it.
std::string randomUuid();

/// A C constant expression of the type; empty if there is none (an address).
std::string constantText(const NondetFunction& function, const BitVector& value);
/// What a function returned, as a condition on `\result`; empty if C cannot say it.
std::string resultCondition(const NondetFunction& function, const BitVector& value);

/// Which function of the user's program a place belongs to.
class FunctionNames {
public:
  explicit FunctionNames(const Program& program);
  /// Empty if it is not known.
  std::string at(SourcePosition position) const;

private:
  std::map<SourcePosition, std::string> names_;
};

} // namespace assay
