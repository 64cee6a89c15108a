#include "frontend/compile/commands.h"

#include "frontend/compile/compiler_flags.h"
#include "util/error.h"

#include <llvm/Support/Allocator.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/StringSaver.h>
#include <llvm/Support/raw_ostream.h>

namespace assay {

namespace {

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
  const std::string beside = absolutePath(llvm::sys::path::parent_path(path), "");
  for (const llvm::json::Value& value : *entries) {
    const llvm::json::Object* entry = value.getAsObject();
    const auto file = entry != nullptr ? entry->getString("file") : std::nullopt;
    if (!file) throw InputError(path + ": not a compilation database: an entry names no file");
    const std::string directory = absolutePath(entry->getString("directory").value_or(""), beside);
    std::vector<std::string> words = commandLine(*entry);
    if (!words.empty()) words.erase(words.begin()); // the compiler
    const CompilerFlags flags = readCompilerFlags(words, directory);
    entries_.push_back({absolutePath(*file, directory), flags.taken, flags.dataModel});
  }
}

const CompileCommands::Entry* CompileCommands::find(const std::string& file) const {
  const std::string absolute = absolutePath(file, "");
  for (const Entry& entry : entries_)
    if (entry.file == absolute || llvm::sys::fs::equivalent(entry.file, absolute)) return &entry;
  return nullptr;
}

std::vector<std::string> CompileCommands::flagsFor(const std::string& file) const {
  const Entry* entry = find(file);
  return entry != nullptr ? entry->flags : std::vector<std::string>();
}

uint32_t CompileCommands::dataModelOf(const std::vector<std::string>& files) const {
  for (const std::string& file : files)
    if (const Entry* entry = find(file); entry != nullptr && entry->dataModel != 0) return entry->dataModel;
  return 0;
}

std::string compileCommandsText(const std::vector<CompileCommands::Entry>& entries) {
  llvm::json::Array database;
  for (const CompileCommands::Entry& entry : entries) {
    llvm::json::Array words{"cc"};
    for (const std::string& flag : entry.flags) words.push_back(flag);
    if (entry.dataModel != 0) words.push_back(entry.dataModel == 32 ? "-m32" : "-m64");
    words.push_back(entry.file);
    database.push_back(llvm::json::Object{{"directory", "/"}, {"file", entry.file}, {"arguments", std::move(words)}});
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(database)) << "\n";
  return text;
}

} // namespace assay
