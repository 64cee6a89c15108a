#include "frontend/compile/implicit.h"

namespace assay {

namespace {

/// One prototype and the functions that have it, blanks around each.
struct Prototype {
  const char* result;
  const char* parameters; // SIZE stands for size_t
  const char* names;
};

constexpr Prototype kPrototypes[] = {
    {"void*", "SIZE", " malloc alloca "},
    {"void*", "SIZE, SIZE", " calloc aligned_alloc "},
    {"void*", "void*, SIZE", " realloc "},
    {"void*", "void*, const void*, SIZE", " memcpy memmove mempcpy "},
    {"void*", "void*, int, SIZE", " memset "},
    {"void*", "const void*, int, SIZE", " memchr "},
    {"char*", "char*, const char*", " strcpy strcat stpcpy "},
    {"char*", "char*, const char*, SIZE", " strncpy strncat stpncpy "},
    {"char*", "const char*, int", " strchr strrchr index rindex "},
    {"char*", "const char*, const char*", " strstr strpbrk "},
    {"char*", "const char*", " strdup "},
    {"char*", "const char*, SIZE", " strndup "},
    {"SIZE", "const char*", " strlen "},
    {"SIZE", "const char*, const char*", " strspn strcspn "},
    {"long", "long", " labs "},
    {"long long", "long long", " llabs "},
    {"double", "double",
     " sqrt fabs floor ceil trunc round rint nearbyint sin cos tan asin acos atan sinh cosh tanh exp exp2 expm1 log "
     "log2 "
     "log10 log1p cbrt "},
    {"double", "double, double", " pow fmod atan2 hypot fmin fmax fdim remainder copysign nextafter "},
    {"double", "double, int", " ldexp scalbn "},
    {"float", "float", " sqrtf fabsf floorf ceilf truncf roundf sinf cosf tanf expf logf "},
    {"float", "float, float", " powf fmodf fminf fmaxf "},
};

std::string declaration(llvm::StringRef name, const char* size) {
  for (const Prototype& prototype : kPrototypes) {
    if (!llvm::StringRef(prototype.names).contains((" " + name + " ").str())) continue;
    std::string text = std::string(prototype.result) + " " + name.str() + "(" + prototype.parameters + "); ";
    for (size_t at = text.find("SIZE"); at != std::string::npos; at = text.find("SIZE")) text.replace(at, 4, size);
    return text;
  }
  return "";
}

} // namespace

std::string lateVoidFunctions(const std::string& messages) {
  if (messages.find("previous implicit declaration") == std::string::npos) return "";
  static constexpr llvm::StringLiteral kMessage = "conflicting types for '";
  std::string text;
  for (size_t at = messages.find(kMessage); at != std::string::npos; at = messages.find(kMessage, at)) {
    at += kMessage.size();
    text += "void " + messages.substr(at, messages.find('\'', at) - at) + "(); ";
  }
  return text;
}

std::string missingDeclarations(const llvm::Module& module) {
  const char* const size = module.getDataLayout().getPointerSizeInBits() == 32 ? "unsigned int" : "unsigned long";
  std::string text;
  for (const llvm::Function& function : module) {
    // What clang makes of an implicit declaration: int f().
    const bool implicit = function.isDeclaration() && function.isVarArg() && function.arg_empty() &&
                          function.getReturnType()->isIntegerTy(32);
    if (implicit) text += declaration(function.getName(), size);
  }
  return text;
}

} // namespace assay
