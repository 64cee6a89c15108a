// Files that are never half written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace assay {

/// What a file is called while it is being written: its own name and this.
inline constexpr std::string_view kDraftEnding = ".new";

/// Replaces the file's contents at once, or throws InputError and leaves it as it is.
void writeAtOnce(const std::filesystem::path& file, std::string_view content);

} // namespace assay
