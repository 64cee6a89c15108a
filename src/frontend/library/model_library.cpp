#include "frontend/library/model_library.h"

#include "frontend/library/library_names.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Object/IRObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <stdexcept>

// Defined by model_bitcode.S.
extern "C" {
// NOLINTBEGIN(readability-identifier-naming): symbols of the assembler
extern const char assay_models_32[];
extern const char assay_models_32_end[];
extern const char assay_models_64[];
extern const char assay_models_64_end[];
// NOLINTEND(readability-identifier-naming)
}

namespace assay {

namespace {

llvm::MemoryBufferRef modelBitcode(uint32_t dataModel) {
  const llvm::StringRef bytes = dataModel == 32
                                    ? llvm::StringRef(assay_models_32, assay_models_32_end - assay_models_32)
                                    : llvm::StringRef(assay_models_64, assay_models_64_end - assay_models_64);
  return {bytes, "library models"};
}

template <typename T>
T readable(llvm::Expected<T> models) {
  if (!models) throw std::logic_error("the library models are unreadable: " + llvm::toString(models.takeError()));
  return std::move(*models);
}

/// With function bodies that are read only when something asks for them.
std::unique_ptr<llvm::Module> loadModels(uint32_t dataModel, llvm::LLVMContext& context) {
  return readable(llvm::getLazyBitcodeModule(modelBitcode(dataModel), context));
}

/// Whether the program declares something that is called like a model. The table of symbols is read in a small part of
/// the time that the models take.
bool namesModels(const llvm::Module& program, uint32_t dataModel) {
  const llvm::object::IRSymtabFile file = readable(llvm::object::readIRSymtab(modelBitcode(dataModel)));
  const auto symbols = file.TheReader.symbols();
  return std::any_of(symbols.begin(), symbols.end(), [&](const auto& symbol) {
    const llvm::GlobalValue* value = symbol.isUndefined() ? nullptr : program.getNamedValue(symbol.getIRName());
    return value != nullptr && value->isDeclaration();
  });
}

bool isModel(const llvm::GlobalValue* value) {
  return value != nullptr && !value->hasLocalLinkage() && !value->isDeclaration();
}

/// What the program only declares and what is called like a model, but is no request for it: variables; functions that
/// take something else. The linker sees names only, so these change theirs while it works.
class HiddenDeclarations {
public:
  HiddenDeclarations(llvm::Module& program, const llvm::Module& models) {
    for (llvm::GlobalVariable& variable : program.globals()) {
      if (variable.isDeclaration() && isModel(models.getFunction(variable.getName()))) hide(variable);
    }
    for (llvm::Function& function : program) {
      if (!function.isDeclaration() || !isModel(models.getFunction(function.getName()))) continue;
      if (isCalledLikeLibrary(function)) hide(function);
    }
  }
  ~HiddenDeclarations() {
    for (const Hidden& hidden : hidden_) hidden.value->setName(hidden.name);
  }
  HiddenDeclarations(const HiddenDeclarations&) = delete;
  HiddenDeclarations& operator=(const HiddenDeclarations&) = delete;

private:
  struct Hidden {
    llvm::GlobalValue* value;
    std::string name;
  };
  void hide(llvm::GlobalValue& value) {
    hidden_.push_back({&value, value.getName().str()});
    value.setName("assay.hidden." + value.getName());
  }
  std::vector<Hidden> hidden_;
};

/// A program that gives functions to atexit needs the model that runs them, though nothing calls it by name; a program
/// that looks at errno needs the model that sets it when malloc fails.
void requestRunners(llvm::Module& program) {
  struct Runner {
    const char* registers;
    const char* name;
  };
  for (const Runner& runner :
       {Runner{"atexit", "__assay_run_atexit"}, Runner{"at_quick_exit", "__assay_run_at_quick_exit"},
        Runner{"__errno_location", kNoMemory}}) {
    const llvm::Function* function = program.getFunction(runner.registers);
    if (function != nullptr && function->isDeclaration())
      program.getOrInsertFunction(runner.name, llvm::Type::getVoidTy(program.getContext()));
  }
}

bool needsModels(const llvm::Module& program, const llvm::Module& models) {
  return std::any_of(program.global_values().begin(), program.global_values().end(), [&](const auto& value) {
    return value.isDeclaration() && isModel(models.getNamedValue(value.getName()));
  });
}

} // namespace

void linkModels(llvm::Module& program, uint32_t dataModel) {
  if (!namesModels(program, dataModel)) return;
  std::unique_ptr<llvm::Module> models = loadModels(dataModel, program.getContext());
  models->setTargetTriple(program.getTargetTriple());
  models->setDataLayout(program.getDataLayout());
  const HiddenDeclarations hidden(program, *models);
  requestRunners(program);
  if (!needsModels(program, *models)) return;

  llvm::DenseSet<const llvm::GlobalValue*> own;
  for (const llvm::GlobalValue& value : program.global_values()) {
    if (!value.isDeclaration()) own.insert(&value);
  }
  if (llvm::Linker::linkModules(program, std::move(models), llvm::Linker::Flags::LinkOnlyNeeded)) {
    throw std::logic_error("the library models cannot be linked");
  }
  for (llvm::Function& function : program) {
    if (!function.isDeclaration() && !own.contains(&function)) function.addFnAttr(kModelAttribute);
  }
  for (llvm::GlobalVariable& variable : program.globals()) {
    if (!variable.isDeclaration() && !own.contains(&variable)) variable.addAttribute(kModelAttribute);
  }
}

bool startsThreads(const llvm::Module& program) {
  const llvm::Function* spawn = program.getFunction(kSpawn);
  return spawn != nullptr && !spawn->use_empty();
}

std::vector<std::string> modelNames(uint32_t dataModel) {
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> models = loadModels(dataModel, context);
  std::vector<std::string> names;
  for (const llvm::Function& function : *models) {
    if (isModel(&function) && !function.getName().starts_with("__assay_")) names.push_back(function.getName().str());
  }
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace assay
