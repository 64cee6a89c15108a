#include "frontend/library/library_names.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Instructions.h>

namespace assay {

namespace {

constexpr int kAnyNumber = -1;

/// Names with the number of their parameters.
using Names = llvm::StringMap<int>;

/// Each of the names, also with the suffixes given.
void addNames(Names& names, llvm::StringRef text, std::initializer_list<const char*> suffixes) {
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef word : words) {
    auto [name, number] = word.split('/');
    int parameters = kAnyNumber;
    if (!number.empty() && number.getAsInteger(10, parameters)) parameters = kAnyNumber;
    for (const char* suffix : suffixes) names[(name + suffix).str()] = parameters;
  }
}

const Names& libraryNames() {
  static const Names names = [] {
    Names made;
#define NAMES(text) addNames(made, text, {""});
#define MATH_NAMES(text) addNames(made, text, {"f", "l"});
#define FLOAT_N_NAMES(text) addNames(made, text, {"f32", "f64", "f128", "f32x", "f64x"});
#define VARIABLES(text)
#include "frontend/library/library_names.def"
#undef NAMES
#undef MATH_NAMES
#undef FLOAT_N_NAMES
#undef VARIABLES
    return made;
  }();
  return names;
}

const Names& libraryVariables() {
  static const Names names = [] {
    Names made;
#define NAMES(text)
#define MATH_NAMES(text)
#define FLOAT_N_NAMES(text)
#define VARIABLES(text) addNames(made, text, {""});
#include "frontend/library/library_names.def"
#undef NAMES
#undef MATH_NAMES
#undef FLOAT_N_NAMES
#undef VARIABLES
    return made;
  }();
  return names;
}

/// Whether the function is declared or, where the declaration does not say, called with as many arguments.
bool takes(const llvm::Function& declaration, unsigned parameters) {
  if (declaration.arg_size() != 0 || !declaration.isVarArg()) return declaration.arg_size() == parameters;
  for (const llvm::User* user : declaration.users())
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call != nullptr && call->getCalledOperand() == &declaration)
      if (call->arg_size() < parameters) return false;
  return true;
}

} // namespace

bool isLibraryFunction(const llvm::Function& declaration) {
  if (declaration.hasFnAttribute(kSystemAttribute)) return true;
  // Builtins of gcc that clang does not know remain calls.
  for (llvm::StringRef prefix : {"__builtin_", "__sync_", "__atomic_"})
    if (declaration.getName().starts_with(prefix)) return true;
  auto found = libraryNames().find(declaration.getName());
  if (found == libraryNames().end()) return false;
  return found->second == kAnyNumber || takes(declaration, static_cast<unsigned>(found->second));
}

bool isCalledLikeLibrary(const llvm::Function& declaration) {
  return libraryNames().contains(declaration.getName()) && !isLibraryFunction(declaration);
}

bool isLibraryVariable(llvm::StringRef name) { return libraryVariables().contains(name); }

bool isThreadFunction(llvm::StringRef name) {
  for (llvm::StringRef prefix : {"pthread_", "sem_", "thrd_", "mtx_", "cnd_", "tss_", "__VERIFIER_atomic_"})
    if (name.starts_with(prefix)) return true;
  return name == "call_once";
}

bool mayRaceWithItself(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "asctime",  "ctime",    "gmtime",   "localtime", "strerror", "strtok",      "setlocale",        "setenv",
      "unsetenv", "putenv",   "drand48",  "lrand48",   "mrand48",  "srand48",     "lgamma",           "lgammaf",
      "lgammal",  "gamma",    "gammaf",   "gammal",    "getopt",   "getopt_long", "getopt_long_only", "inet_ntoa",
      "getpwnam", "getpwuid", "getgrnam", "getgrgid"};
  return names.contains(name) || name.ends_with("_unlocked");
}

} // namespace assay
