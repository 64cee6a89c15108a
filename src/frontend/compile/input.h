// The files a user names: what kind each is, judged by content before name, and clear words for what is no program.
#pragma once

#include <memory>
#include <string>

namespace assay {

enum class FileKind : uint8_t { C, PreprocessedC, Bitcode, Assembly };

struct InputFile {
  std::string path;
  FileKind kind;
  std::string content;
  std::string appended = {}; // stands behind it; its line directives count
};

/// Throws InputError for a file that cannot be a program: missing, a directory, unreadable, empty, binary, C++.
InputFile readInputFile(const std::string& path);

/// The same text, of the same length, with line directives (`# 12 "f.c" 3` and `#line 12`) blanked out, so that every
/// position that clang reports is one in this very file.
std::string withoutLineDirectives(std::string text);

/// The text with escape sequences in strings of char whose numbers do not fit cut off, as gcc does it with a warning.
std::string withShortEscapes(const std::string& text);

/// Whether a text that is no C looks like C++, to explain a failed compilation.
bool looksLikeCpp(const std::string& text);

} // namespace assay
