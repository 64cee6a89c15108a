#include "frontend/compiler_flags.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace assay {

namespace {

enum class Kind : uint8_t {
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
  Kind kind;
  std::string_view why = {}; // of Refused
};

constexpr std::string_view kMachine = "the program is verified for a plain x86 with SSE2";
constexpr std::string_view kFloats = "floats are those of IEEE 754";

constexpr Row kRows[] = {
    {"-isystem", true, Kind::Path},
    {"-iquote", true, Kind::Path},
    {"-idirafter", true, Kind::Path},
    {"-include", true, Kind::Path},
    {"-imacros", true, Kind::Path},
    {"-I", true, Kind::Path},
    {"-D", true, Kind::Text},
    {"-U", true, Kind::Text},
    {"-std=", true, Kind::Meaning},
    {"-ansi", false, Kind::Meaning},
    {"-funsigned-char", false, Kind::Meaning},
    {"-fno-signed-char", false, Kind::Meaning},
    {"-fsigned-char", false, Kind::Nothing},
    {"-fshort-enums", false, Kind::Meaning},
    {"-fgnu89-inline", false, Kind::Meaning},
    {"-fms-extensions", false, Kind::Meaning},
    {"-ffreestanding", false, Kind::Meaning},
    {"-pthread", false, Kind::Meaning},
    {"-m32", false, Kind::Meaning},
    {"-m64", false, Kind::Meaning},
    {"-mtune=", true, Kind::Nothing},
    {"-m", true, Kind::Refused, kMachine},
    {"-fwrapv", false, Kind::Refused, "leave no-overflow out of the properties: then signed arithmetic wraps around"},
    {"-ftrapv", false, Kind::Refused, "no-overflow finds what it would trap"},
    {"-ffast-math", false, Kind::Refused, kFloats},
    {"-Ofast", false, Kind::Refused, kFloats},
    {"-funsafe-math-optimizations", false, Kind::Refused, kFloats},
    {"-fpack-struct", true, Kind::Refused, "structs are laid out as the ABI says"},
    {"-fshort-wchar", false, Kind::Refused, "wchar_t is what the ABI says"},
    {"-Wp,", true, Kind::Refused, "give the flag itself"},
    {"-W", true, Kind::Nothing},
    {"-w", false, Kind::Nothing},
    {"-O", true, Kind::Nothing},
    {"-g", true, Kind::Nothing},
    {"-pedantic", true, Kind::Nothing},
    {"-pipe", false, Kind::Nothing},
    {"-fPIC", false, Kind::Nothing},
    {"-fpic", false, Kind::Nothing},
    {"-fPIE", false, Kind::Nothing},
    {"-fpie", false, Kind::Nothing},
    {"-fno-pie", false, Kind::Nothing},
    {"-fno-pic", false, Kind::Nothing},
    {"-fno-strict-aliasing", false, Kind::Nothing},
    {"-fstrict-aliasing", false, Kind::Nothing},
    {"-fno-common", false, Kind::Nothing},
    {"-fcommon", false, Kind::Nothing},
    {"-fstack-", true, Kind::Nothing},
    {"-fno-stack-", true, Kind::Nothing},
    {"-fomit-frame-pointer", false, Kind::Nothing},
    {"-fno-omit-frame-pointer", false, Kind::Nothing},
    {"-ffunction-sections", false, Kind::Nothing},
    {"-fdata-sections", false, Kind::Nothing},
    {"-fvisibility=", true, Kind::Nothing},
    {"-fdiagnostics", true, Kind::Nothing},
    {"-fcolor-diagnostics", false, Kind::Nothing},
    {"-fno-color-diagnostics", false, Kind::Nothing},
    {"-fsanitize", true, Kind::Nothing},
    {"-flto", true, Kind::Nothing},
    {"-funroll", true, Kind::Nothing},
    {"-fcf-protection", true, Kind::Nothing},
    {"-fno-plt", false, Kind::Nothing},
    {"-fno-builtin", false, Kind::Nothing},
};

const Row* rowOf(std::string_view word) {
  for (const Row& row : kRows)
    if (row.isPrefix ? word.starts_with(row.name) : word == row.name) return &row;
  return nullptr;
}

bool hasValue(const Row& row) { return row.kind == Kind::Path || row.kind == Kind::Text; }

std::string absolutePath(llvm::StringRef path, llvm::StringRef folder) {
  llvm::SmallString<256> result(path);
  if (!folder.empty()) llvm::sys::fs::make_absolute(folder, result);
  llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

/// A forced include is looked up along the include paths too, unless it stands in the folder itself.
std::string valueOf(const Row& row, const std::string& text, const std::string& folder) {
  if (row.kind != Kind::Path) return text;
  const std::string absolute = absolutePath(text, folder);
  const bool isFile = row.name == "-include" || row.name == "-imacros";
  return isFile && !llvm::sys::fs::exists(absolute) ? text : absolute;
}

} // namespace

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
    } else if (row->kind == Kind::Refused) {
      result.refused.push_back(word + ": " + std::string(row->why));
    } else if (word == "-m32" || word == "-m64") {
      result.dataModel = word == "-m32" ? 32 : 64;
    } else if (row->kind == Kind::Meaning) {
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
