// Files that are never half written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace assay {

/// What a file is called while it is being written: its own name and this.
inline constexpr std::string_view kDraftEnding = ".new";

/// Whether the name stands for standard output.
bool isStandardOutput(std::string_view file);

/// Replaces the file's contents at once, or throws InputError and leaves it as it is. What is no plain file (a device,
/// a pipe, a link) stays what it is and is written through.
void writeAtOnce(const std::filesystem::path& file, std::string_view content);

/// Throws InputError if it is clear already that this file cannot be written, so that the user does not learn it after
/// a long wait.
void requireWritable(const std::filesystem::path& file);

} // namespace assay
