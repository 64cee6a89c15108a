#include "frontend/compile/input.h"

#include "util/error.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Regex.h>

#include <algorithm>
#include <cctype>

namespace assay {

namespace {

bool hasCppExtension(llvm::StringRef path) {
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  for (const char* name : {".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP", ".hpp", ".hh", ".hxx", ".ii", ".ixx"}) {
    if (extension == name) return true;
  }
  return false;
}

std::string readContent(const std::string& path) {
  llvm::sys::fs::file_status status;
  if (const std::error_code error = llvm::sys::fs::status(path, status)) {
    throw InputError(path + ": " + error.message());
  }
  if (llvm::sys::fs::is_directory(status)) throw InputError(path + ": is a directory, not a C file");
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) throw InputError(path + ": " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

FileKind kindOf(const std::string& path, const std::string& content) {
  using llvm::file_magic;
  const file_magic magic = llvm::identify_magic(content);
  const llvm::StringRef extension = llvm::sys::path::extension(path);
  if (magic == file_magic::bitcode || extension == ".bc") return FileKind::Bitcode;
  if (magic.is_object() || magic == file_magic::archive || content.find('\0') != std::string::npos) {
    throw InputError(path + ": is a binary file; Assay verifies C source, LLVM bitcode (.bc) or LLVM assembly (.ll)");
  }
  if (hasCppExtension(path)) throw InputError(path + ": is a C++ file; Assay verifies C only");
  if (extension == ".ll") return FileKind::Assembly;
  // A .i file with directives has not really been preprocessed.
  const llvm::Regex directive("^[ \\t]*#[ \\t]*(include|if|ifdef|ifndef|define)", llvm::Regex::Newline);
  return extension == ".i" && !directive.match(content) ? FileKind::PreprocessedC : FileKind::C;
}

/// Whether the line that starts at `at` is `# 12 ...` or `#line 12 ...`.
bool isLineDirective(const std::string& text, size_t at) {
  auto skipBlanks = [&] {
    const size_t from = at;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at != from;
  };
  skipBlanks();
  if (at >= text.size() || text[at] != '#') return false;
  ++at;
  const bool blanks = skipBlanks();
  const bool named = text.compare(at, 4, "line") == 0;
  if (named) at += 4;
  if (named && !skipBlanks()) return false;
  return (named || blanks) && at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

} // namespace

InputFile readInputFile(const std::string& path) {
  std::string content = readContent(path);
  if (content.empty()) throw InputError(path + ": is empty");
  const FileKind kind = kindOf(path, content);
  const bool blank = std::all_of(content.begin(), content.end(), [](unsigned char c) { return std::isspace(c) != 0; });
  if (blank) throw InputError(path + ": is empty");
  return {path, kind, std::move(content)};
}

std::string withoutLineDirectives(std::string text) {
  for (size_t line = 0; line < text.size();) {
    size_t end = text.find('\n', line);
    if (end == std::string::npos) end = text.size();
    const bool continued = line >= 2 && text[line - 2] == '\\'; // part of the line before, a string perhaps
    if (!continued && isLineDirective(text, line)) {
      const bool continues = end > line && text[end - 1] == '\\';
      std::fill(text.begin() + line, text.begin() + end, ' ');
      if (continues) text[end - 1] = '\\';
    }
    line = end + 1;
  }
  return text;
}

namespace {

/// Where the literal or comment that begins at `at` ends: behind it. Elsewhere, the next character.
size_t endOfToken(const std::string& text, size_t at) {
  const char first = text[at];
  if (text.compare(at, 2, "//") == 0) return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0) {
    const size_t end = text.find("*/", at + 2);
    return end == std::string::npos ? text.size() : end + 2;
  }
  if (first != '"' && first != '\'') return at + 1;
  for (++at; at < text.size() && text[at] != first && text[at] != '\n'; ++at)
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
  return std::min(at + 1, text.size());
}

/// The literal with each numeric escape of more than a byte replaced by its last byte.
std::string cutEscapes(const std::string& literal) {
  std::string result;
  for (size_t at = 0; at < literal.size();) {
    if (literal[at] != '\\' || at + 1 >= literal.size()) {
      result += literal[at++];
      continue;
    }
    const bool isHex = literal[at + 1] == 'x';
    const size_t digits = at + (isHex ? 2 : 1);
    size_t end = digits;
    while (end < literal.size() && std::isxdigit(static_cast<unsigned char>(literal[end])) != 0 &&
           (isHex ||
            (literal[end] < '8' && std::isdigit(static_cast<unsigned char>(literal[end])) != 0 && end < digits + 3)))
      ++end;
    unsigned value = 0;
    bool fits = true;
    for (size_t i = digits; i < end; ++i) {
      value = value * (isHex ? 16 : 8) + llvm::hexDigitValue(literal[i]);
      fits &= value < 256;
      value &= 255;
    }
    if (fits) {
      result += literal.substr(at, std::max(end, at + 2) - at);
    } else {
      result += {'\\', static_cast<char>('0' + value / 64), static_cast<char>('0' + value / 8 % 8),
                 static_cast<char>('0' + value % 8)};
    }
    at = std::max(end, at + 2);
  }
  return result;
}

} // namespace

std::string withShortEscapes(const std::string& text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = endOfToken(text, at);
    const std::string token = text.substr(at, end - at);
    const bool isWide = at > 0 && (text[at - 1] == 'L' || text[at - 1] == 'u' || text[at - 1] == 'U');
    result += (text[at] == '"' || text[at] == '\'') && !isWide ? cutEscapes(token) : token;
    at = end;
  }
  return result;
}

bool looksLikeCpp(const std::string& text) {
  const llvm::Regex mark("^[ \\t]*(#[ \\t]*include[ \\t]*<(iostream|string|vector|map|memory|algorithm|cstdio|cstdlib)>"
                         "|(using[ \\t]+)?namespace[ \\t]|template[ \\t]*<|class[ \\t]+[A-Za-z_]|(public|private):)",
                         llvm::Regex::Newline);
  return mark.match(text);
}

} // namespace assay
