// Names of Unspecified inputs and ends of messages that not only people read.
#pragma once

namespace assay {

/// A float that is converted to an integer; each element of a vector of them.
inline constexpr const char* kFloatMisfit = "a float as an integer that it does not fit";
inline constexpr const char* kVectorMisfit = "floats of a vector as integers that they do not fit";

/// The message of a write to a constant local ends so.
inline constexpr const char* kConstantWrite = "a constant local";

} // namespace assay
