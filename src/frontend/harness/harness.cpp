// Harnesses: which file defines the function, and what stands around the text that HarnessWriter makes.
#include "frontend/harness/harness.h"

#include "frontend/compile/compile.h"
#include "frontend/compile/input.h"
#include "frontend/harness/contracts.h"
#include "frontend/harness/writer.h"
#include "util/error.h"

#include <clang/AST/Decl.h>

#include <algorithm>
#include <filesystem>

namespace assay {

namespace {

bool isC(const InputFile& file) { return file.kind == FileKind::C || file.kind == FileKind::PreprocessedC; }

const clang::FunctionDecl* definitionOf(const std::string& name, clang::ASTContext& context) {
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
        function != nullptr && function->isThisDeclarationADefinition() && function->getNameAsString() == name)
      return function;
  return nullptr;
}

/// Shows the function's definition, if one of the files has it. Returns what clang says of files that it does not
/// compile.
std::string
findFunction(const std::string& name, const std::vector<std::string>& files, const FrontendOptions& options,
             const std::function<void(const InputFile&, clang::ASTContext&, const clang::FunctionDecl&)>& show) {
  std::string messages;
  bool isFound = false;
  for (const std::string& path : files) {
    const InputFile file = readInputFile(path);
    if (!isC(file) || isFound) continue;
    messages += inspectFile(file, options, [&](clang::ASTContext& context) {
      const clang::FunctionDecl* function = definitionOf(name, context);
      isFound = function != nullptr;
      if (isFound) show(file, context, *function);
    });
  }
  return messages;
}

std::string comment(const std::vector<std::string>& lines) {
  std::string text = "/* ";
  for (size_t i = 0; i < lines.size(); ++i) text += (i == 0 || lines[i].empty() ? "" : "   ") + lines[i] + "\n";
  text.pop_back();
  return text + " */\n";
}

Config configFor(const FrontendOptions& options) {
  return options.config.empty() ? Config() : readConfig(options.config);
}

/// The path to write into an #include of a file in the output's folder.
std::string includePath(const std::string& file, const std::string& output) {
  const std::filesystem::path folder = std::filesystem::path(output).parent_path();
  const std::filesystem::path target = std::filesystem::absolute(file).lexically_normal();
  const std::filesystem::path base = std::filesystem::absolute(folder.empty() ? "." : folder).lexically_normal();
  return target.lexically_relative(base / "").string();
}

} // namespace

bool areContractsUsed(const FrontendOptions& options) {
  const PropertySet& properties = options.specification.properties;
  return options.usesContracts && properties.contains(Property::Assert) && !properties.contains(Property::Termination);
}

void addContracts(const std::vector<std::string>& files, const FrontendOptions& options,
                  std::vector<Appendix>& appendices) {
  for (const std::string& path : files) {
    const InputFile file = readInputFile(path);
    if (!isC(file)) continue;
    std::string text;
    inspectFile(file, options, [&](clang::ASTContext& context) { text = contractsText(context); });
    if (!text.empty()) appendices.push_back({path, text});
  }
}

bool haveContracts(const std::vector<std::string>& files, const FrontendOptions& options) {
  FrontendOptions own = options;
  own.usesContracts = areContractsUsed(options);
  if (!own.usesContracts) return false;
  std::vector<Appendix> appendices;
  addContracts(files, own, appendices);
  return !appendices.empty();
}

std::string appendedText(const Harness& harness) { return "\n# 1 \"" + harness.name + "\"\n" + harness.text; }

std::vector<std::string> withLargerSizes(std::vector<std::string> defines, unsigned factor) {
  std::vector<std::string> result = defines;
  for (const HarnessSize& size : harnessSizes()) {
    const std::string name = size.macro;
    const bool isUsers = std::ranges::any_of(
        defines, [&](const std::string& define) { return define == name || define.starts_with(name + "="); });
    if (!isUsers) result.push_back(name + "=" + std::to_string(size.value * factor));
  }
  return result;
}

std::optional<Harness> harnessFor(const std::vector<std::string>& files, const FrontendOptions& given) {
  if (given.entry == "main") return std::nullopt;
  FrontendOptions options = given;
  options.usesContracts = areContractsUsed(given);
  std::optional<Harness> result;
  std::optional<Callers> callers;
  if (!options.callers.empty()) callers = readCallers(options.callers);
  const Config config = configFor(options);
  const auto make = [&](const InputFile& file, clang::ASTContext& context, const clang::FunctionDecl& function) {
    const bool isEmitted = !function.isInlined() || function.isInlineDefinitionExternallyVisible();
    const Contract contract = contractOf(function);
    const bool isCalledAsItIs = !callers && config.initialise.empty() && contract.empty();
    if (contract.isComplete) {
      result = Harness{options.entry, file.path, nameOfHarness(options.entry), "harness_of_" + options.entry, "", {}};
      result->text = contractHarness(contract, function, result->entry);
      return;
    }
    if (function.param_empty() && function.isExternallyVisible() && isEmitted && isCalledAsItIs) return;
    HarnessWriter writer(context, function, options.entry, options.defines, callers ? &*callers : nullptr, config);
    Harness harness{options.entry, file.path, nameOfHarness(options.entry), "harness_of_" + options.entry, "", {}};
    harness.text = writer.write(harness.entry, false);
    harness.assumptions = writer.assumptions();
    result = std::move(harness);
  };
  findFunction(options.entry, files, options, make);
  return result;
}

std::string harnessProgram(const std::string& name, const std::vector<std::string>& files,
                           const FrontendOptions& options, const std::string& output) {
  std::string text;
  std::optional<Callers> callers;
  if (!options.callers.empty()) callers = readCallers(options.callers);
  const Config config = configFor(options);
  const auto make = [&](const InputFile& file, clang::ASTContext& context, const clang::FunctionDecl& function) {
    const std::string mainName = "program_main"; // of the file, if it has one
    const bool hasMain = definitionOf("main", context) != nullptr;
    HarnessWriter writer(context, function, name == "main" ? mainName : name, options.defines,
                         callers ? &*callers : nullptr, config);
    const std::string body = writer.write("main", true);
    std::vector<std::string> lines = {"Calls '" + name + "' of " + file.path + " with arguments of every kind.", "",
                                      "Assumed:"};
    for (const std::string& assumption : writer.assumptions()) lines.push_back("- " + assumption);
    const std::string include = "#include \"" + includePath(file.path, output) + "\"\n";
    text = comment(lines);
    text += hasMain ? "#define main " + mainName + "\n" + include + "#undef main\n\n" : include + "\n";
    text += body;
  };
  const std::string messages = findFunction(name, files, options, make);
  if (!text.empty()) return text;
  if (!messages.empty()) throw InputError(messages);
  throw InputError("no function '" + name + "' is defined in " + files.front() +
                   (files.size() > 1 ? " or the other files" : ""));
}

} // namespace assay
