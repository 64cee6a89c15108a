// The words of contracts, as macros: those of <assay.h> and those of CBMC. What Assay does not know is an error.
#pragma once

#include <string>
#include <vector>

namespace assay {

/// The file that `#include <assay.h>` finds, and its folder: both are nowhere on disk.
inline constexpr const char* kHeaderFolder = "/assay/include";
inline constexpr const char* kHeaderFile = "/assay/include/assay.h";

/// Of a loop (loop_contracts.h).
inline constexpr const char* kLoopInvariant = "__assay_loop_invariant";

/// Whether two bytes have the same bits, also if they are parts of addresses.
inline constexpr const char* kSameByte = "__assay_same_byte";

/// Arguments of clang that define them. Where contracts are not in use, they vanish.
std::vector<std::string> contractMacros(bool areUsed);

} // namespace assay
