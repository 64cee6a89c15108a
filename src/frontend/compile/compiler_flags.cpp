#include "frontend/compile/compiler_flags.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace assay {

namespace {

enum class Word : uint8_t {
  Path,    // has a value, which is one
  Text,    // has another value
  Meaning, // changes what the file means
  Nothing, // is for the binary, or for the reader of warnings
  Refused,
};

/// A row ends where the name does, or goes on (isPrefix). The first row that fits counts.
struct Row {
  std::string_view name;
  bool isPrefix;
  Word kind;
  std::string_view why = {}; // of Refused
};

constexpr std::string_view kMachine = "the program is verified for a plain x86 with SSE2";
constexpr std::string_view kFloats = "floats are those of IEEE 754";

constexpr Row kRows[] = {
    {"-isystem", true, Word::Path},
    {"-iquote", true, Word::Path},
    {"-idirafter", true, Word::Path},
    {"-include", true, Word::Path},
    {"-imacros", true, Word::Path},
    {"-I", true, Word::Path},
    {"-D", true, Word::Text},
    {"-U", true, Word::Text},
    {"-std=", true, Word::Meaning},
    {"-ansi", false, Word::Meaning},
    {"-funsigned-char", false, Word::Meaning},
    {"-fno-signed-char", false, Word::Meaning},
    {"-fsigned-char", false, Word::Nothing},
    {"-fshort-enums", false, Word::Meaning},
    {"-fgnu89-inline", false, Word::Meaning},
    {"-fms-extensions", false, Word::Meaning},
    {"-ffreestanding", false, Word::Meaning},
    {"-pthread", false, Word::Meaning},
    {"-m32", false, Word::Meaning},
    {"-m64", false, Word::Meaning},
    {"-mtune=", true, Word::Nothing},
    {"-m", true, Word::Refused, kMachine},
    {"-fwrapv", false, Word::Refused, "leave no-overflow out of the properties: then signed arithmetic wraps around"},
    {"-ftrapv", false, Word::Refused, "no-overflow finds what it would trap"},
    {"-ffast-math", false, Word::Refused, kFloats},
    {"-Ofast", false, Word::Refused, kFloats},
    {"-funsafe-math-optimizations", false, Word::Refused, kFloats},
    {"-fpack-struct", true, Word::Refused, "structs are laid out as the ABI says"},
    {"-fshort-wchar", false, Word::Refused, "wchar_t is what the ABI says"},
    {"-Wp,", true, Word::Refused, "give the flag itself"},
    {"-W", true, Word::Nothing},
    {"-w", false, Word::Nothing},
    {"-O", true, Word::Nothing},
    {"-g", true, Word::Nothing},
    {"-pedantic", true, Word::Nothing},
    {"-pipe", false, Word::Nothing},
    {"-fPIC", false, Word::Nothing},
    {"-fpic", false, Word::Nothing},
    {"-fPIE", false, Word::Nothing},
    {"-fpie", false, Word::Nothing},
    {"-fno-pie", false, Word::Nothing},
    {"-fno-pic", false, Word::Nothing},
    {"-fno-strict-aliasing", false, Word::Nothing},
    {"-fstrict-aliasing", false, Word::Nothing},
    {"-fno-common", false, Word::Nothing},
    {"-fcommon", false, Word::Nothing},
    {"-fstack-", true, Word::Nothing},
    {"-fno-stack-", true, Word::Nothing},
    {"-fomit-frame-pointer", false, Word::Nothing},
    {"-fno-omit-frame-pointer", false, Word::Nothing},
    {"-ffunction-sections", false, Word::Nothing},
    {"-fdata-sections", false, Word::Nothing},
    {"-fvisibility=", true, Word::Nothing},
    {"-fdiagnostics", true, Word::Nothing},
    {"-fcolor-diagnostics", false, Word::Nothing},
    {"-fno-color-diagnostics", false, Word::Nothing},
    {"-fsanitize", true, Word::Nothing},
    {"-flto", true, Word::Nothing},
    {"-funroll", true, Word::Nothing},
    {"-fcf-protection", true, Word::Nothing},
    {"-fno-plt", false, Word::Nothing},
    {"-fno-builtin", false, Word::Nothing},
};

const Row* rowOf(std::string_view word) {
  for (const Row& row : kRows)
    if (row.isPrefix ? word.starts_with(row.name) : word == row.name) return &row;
  return nullptr;
}

bool hasValue(const Row& row) { return row.kind == Word::Path || row.kind == Word::Text; }

/// A forced include is looked up along the include paths too, unless it stands in the folder itself.
std::string valueOf(const Row& row, const std::string& text, const std::string& folder) {
  if (row.kind != Word::Path) return text;
  const std::string absolute = absolutePath(text, folder);
  const bool isFile = row.name == "-include" || row.name == "-imacros";
  return isFile && !llvm::sys::fs::exists(absolute) ? text : absolute;
}

} // namespace

std::string absolutePath(std::string_view path, std::string_view folder) {
  llvm::SmallString<256> result(path);
  if (!folder.empty()) llvm::sys::fs::make_absolute(folder, result);
  llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

CompilerFlags readCompilerFlags(const std::vector<std::string>& words, const std::string& folder) {
  CompilerFlags result;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const Row* row = rowOf(word);
    if (row == nullptr) {
      if (word.starts_with("-") && word != "-") result.unknown.push_back(word);
    } else if (hasValue(*row)) {
      std::string value = word.substr(row->name.size());
      if (value.empty() && i + 1 < words.size()) value = words[++i];
      result.taken.push_back(std::string(row->name) + valueOf(*row, value, folder));
    } else if (row->kind == Word::Refused) {
      result.refused.push_back(word + ": " + std::string(row->why));
    } else if (word == "-m32" || word == "-m64") {
      result.dataModel = word == "-m32" ? 32 : 64;
    } else if (row->kind == Word::Meaning) {
      result.taken.push_back(word);
    }
  }
  return result;
}

bool isCompilerFlag(std::string_view word) { return rowOf(word) != nullptr; }

bool isValueNext(std::string_view flag) {
  const Row* row = rowOf(flag);
  return row != nullptr && hasValue(*row) && flag == row->name;
}

std::vector<std::string> cc1Flags(const std::vector<std::string>& taken) {
  std::vector<std::string> result;
  for (const std::string& word : taken) {
    if (word == "-ansi")
      result.emplace_back("-std=c90");
    else if (word == "-funsigned-char")
      result.emplace_back("-fno-signed-char");
    else if (!word.starts_with("-std=") || word.find("++") == std::string::npos)
      result.push_back(word);
  }
  return result;
}

} // namespace assay
