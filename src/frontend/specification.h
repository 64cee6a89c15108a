// What the user wants checked: property files of SV-COMP, or plain names.
#pragma once

#include "program/property.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Specification {
  PropertySet properties;
  /// Functions whose call violates unreach-call. By plain name these are reach_error and __VERIFIER_error.
  std::vector<std::string> errorFunctions;
  /// The function in `init(...)`; empty where no property file names one.
  std::string entry;
  /// Nobody has said what to check: in a program with threads, a little more is.
  bool isByDefault = false;
  bool operator==(const Specification&) const = default;
};

/// Each request is the path of a property file (it exists or ends in .prp) or a property's name: one of SV-COMP's
/// (unreach-call, no-overflow, valid-deref, ...), a group (memsafety, valid-memsafety) or assert, div-by-zero.
/// No request means the properties that are checked by default. Throws UsageError for an unknown name (listing the
/// known ones) and InputError for a file that cannot be read or parsed.
Specification parseSpecification(const std::vector<std::string>& requests);

/// What is checked of a program with threads.
Specification forThreads(Specification specification);

/// The same as a property file says it.
std::string specificationText(const Specification& specification);

} // namespace assay
