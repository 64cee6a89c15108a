#include "frontend/compile_commands.h"

#include "util/error.h"

#include <clang/Tooling/JSONCompilationDatabase.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace assay {

namespace {

std::string absolutePath(llvm::StringRef path, llvm::StringRef directory) {
  llvm::SmallString<256> result(path);
  llvm::sys::fs::make_absolute(directory, result);
  llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

/// An option whose value stands in the same argument or in the next, and whether that value is a path.
struct ValueOption {
  const char* name;
  bool isPath;
};
constexpr ValueOption kValueOptions[] = {{"-isystem", true}, {"-iquote", true},  {"-idirafter", true},
                                         {"-include", true}, {"-imacros", true}, {"-I", true},
                                         {"-D", false},      {"-U", false}};

std::vector<std::string> relevantArguments(const clang::tooling::CompileCommand& command) {
  std::vector<std::string> result;
  const std::vector<std::string>& all = command.CommandLine;
  for (size_t i = 1; i < all.size(); ++i) {
    const llvm::StringRef argument = all[i];
    if (argument.starts_with("-std=") && !argument.contains("++")) result.push_back(all[i]);
    if (argument == "-ansi") result.push_back("-std=c90");
    if (argument == "-funsigned-char" || argument == "-fno-signed-char") result.push_back("-fno-signed-char");
    if (argument == "-fshort-enums") result.push_back(all[i]);
    for (const ValueOption& option : kValueOptions) {
      if (!argument.starts_with(option.name)) continue;
      llvm::StringRef value = argument.drop_front(llvm::StringRef(option.name).size());
      if (value.empty() && i + 1 < all.size()) value = all[++i];
      // A forced include is looked up along the include paths too, unless it stands in the directory itself.
      const std::string absolute = absolutePath(value, command.Directory);
      const bool resolve = option.isPath && (llvm::sys::fs::exists(absolute) || !argument.starts_with("-i"));
      result.insert(result.end(), {option.name, resolve ? absolute : value.str()});
      break;
    }
  }
  return result;
}

} // namespace

CompileCommands::CompileCommands(const std::string& path) {
  if (path.empty()) return;
  std::string message;
  const auto database = clang::tooling::JSONCompilationDatabase::loadFromFile(
      path, message, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database) throw InputError(path + ": not a compilation database: " + llvm::StringRef(message).trim().str());
  for (const clang::tooling::CompileCommand& command : database->getAllCompileCommands()) {
    entries_.push_back({absolutePath(command.Filename, command.Directory), relevantArguments(command)});
  }
}

std::vector<std::string> CompileCommands::argumentsFor(const std::string& file) const {
  const std::string absolute = absolutePath(file, "");
  for (const Entry& entry : entries_) {
    if (entry.file == absolute || llvm::sys::fs::equivalent(entry.file, absolute)) return entry.arguments;
  }
  return {};
}

} // namespace assay
