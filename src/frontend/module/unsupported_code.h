// Code that has no translation.
#pragma once

#include <stdexcept>

namespace assay {

/// Thrown while something is translated that cannot be: an instruction becomes an unsupported location then.
struct UnsupportedCode : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace assay
