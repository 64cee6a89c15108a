// Sizes beyond which a harness makes no arguments: limits of what is proved, unless a proof holds without them.
#pragma once

namespace assay {

/// The label of such a limit's location. Its sibling is where executions go on, and may do so with any size.
inline constexpr const char* kSizeLimit = "a size";

} // namespace assay
