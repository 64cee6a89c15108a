// Names of Unspecified inputs that not only people read.
#pragma once

namespace assay {

/// A float that is converted to an integer; each element of a vector of them.
inline constexpr const char* kFloatMisfit = "a float as an integer that it does not fit";
inline constexpr const char* kVectorMisfit = "floats of a vector as integers that they do not fit";

} // namespace assay
