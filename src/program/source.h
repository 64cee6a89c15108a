// Places in the user's files.
#pragma once

#include <compare>
#include <cstdint>

namespace assay {

/// Line and column count from 1; line 0 means that the place is not known. `file` indexes Program::files().
struct SourcePosition {
  uint32_t file = 0;
  uint32_t line = 0;
  uint32_t column = 0;

  bool known() const { return line != 0; }
  auto operator<=>(const SourcePosition&) const = default;
};

} // namespace assay
