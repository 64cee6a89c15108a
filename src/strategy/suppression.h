// Why a violation does not count (report/suppressions.h finds out whether it does).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

struct Suppression {
  enum Kind : uint8_t { InSource, InFile, Baseline };
  Kind kind = InSource;
  std::string reason; // may be empty

  std::string_view kindName() const { return kind == InSource ? "in source" : kind == InFile ? "in file" : "baseline"; }
};

} // namespace assay
