#include "frontend/compile_commands.h"

#include "util/error.h"

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>

namespace assay {

namespace {

std::string absolutePath(llvm::StringRef path, llvm::StringRef directory) {
  llvm::SmallString<256> result(path);
  if (!directory.empty()) llvm::sys::fs::make_absolute(directory, result);
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

std::vector<std::string> relevantArguments(const std::vector<std::string>& all, const std::string& directory) {
  std::vector<std::string> result;
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
      const std::string absolute = absolutePath(value, directory);
      const bool resolve = option.isPath && (llvm::sys::fs::exists(absolute) || !argument.starts_with("-i"));
      result.insert(result.end(), {option.name, resolve ? absolute : value.str()});
      break;
    }
  }
  return result;
}

/// The command line of an entry, which has it as a list or as one text for a shell.
std::vector<std::string> commandLine(const llvm::json::Object& entry) {
  std::vector<std::string> result;
  if (const llvm::json::Array* list = entry.getArray("arguments")) {
    for (const llvm::json::Value& argument : *list) result.push_back(argument.getAsString().value_or("").str());
    return result;
  }
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 32> words;
  llvm::cl::TokenizeGNUCommandLine(entry.getString("command").value_or(""), saver, words);
  return {words.begin(), words.end()};
}

} // namespace

CompileCommands::CompileCommands(const std::string& path) {
  if (path.empty()) return;
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) throw InputError(path + ": " + buffer.getError().message());
  llvm::Expected<llvm::json::Value> database = llvm::json::parse((*buffer)->getBuffer());
  if (!database) throw InputError(path + ": not a compilation database: " + llvm::toString(database.takeError()));
  const llvm::json::Array* entries = database->getAsArray();
  if (entries == nullptr) throw InputError(path + ": not a compilation database: no list of commands");
  for (const llvm::json::Value& value : *entries) {
    const llvm::json::Object* entry = value.getAsObject();
    const auto file = entry != nullptr ? entry->getString("file") : std::nullopt;
    if (!file) throw InputError(path + ": not a compilation database: an entry names no file");
    const std::string directory = entry->getString("directory").value_or("").str();
    entries_.push_back({absolutePath(*file, directory), relevantArguments(commandLine(*entry), directory)});
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
