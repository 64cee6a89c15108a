// What the user says of arguments (assay.yml) comes before what types, names and callers suggest.
#pragma once

#include "frontend/config/config.h"
#include "frontend/harness/lines.h"
#include "frontend/harness/place.h"
#include "frontend/harness/relations.h"

#include <clang/AST/Decl.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace assay {

/// Functions that make objects of a kind.
struct ObjectMakers {
  std::vector<const clang::FunctionDecl*> returning, initialising, changing;
};

/// Throws InputError, with the line of the file, where a function or type has no such part, or one of another kind.
class HarnessConfig {
public:
  using Assume = std::function<void(const std::string&)>;

  /// `function` is the one that is checked; `assume` is told what is taken for granted.
  HarnessConfig(const Config& config, clang::ASTContext& context, const clang::FunctionDecl& function, Assume assume);

  bool initialises() const { return !config_.initialise.empty() && !function_.isMain(); }
  void initialise(Lines& out);

  // Of the parameters of any function that the harness calls.
  void applyLengths(const clang::FunctionDecl& function, ArgumentPlaces& places,
                    std::vector<Relation>& relations) const;
  void applyNulls(const clang::FunctionDecl& function, ArgumentPlaces& places) const;
  void applyConditions(const clang::FunctionDecl& function, Lines& out, const ArgumentPlaces& places) const;

  // Of the fields of a struct.
  bool knows(const clang::RecordDecl& record) const { return typeOf(record) != nullptr; }
  void applyToFields(const clang::RecordDecl& record, ArgumentPlaces& fields, std::vector<Relation>& relations) const;
  /// When the fields are filled.
  void checkFields(const clang::RecordDecl& record, Lines& out, const ArgumentPlaces& fields,
                   const std::string& object);

  /// Whether the user has named functions that make such objects, and one of them is not the one that is checked.
  bool hasMakers(const clang::RecordDecl& record) const;
  ObjectMakers makersOf(const clang::RecordDecl& record) const;

  /// Declarations of functions that are elsewhere.
  const std::string& prototypes() const { return prototypes_; }

private:
  struct Parts {
    const ArgumentPlaces& places;
    std::string whole; // the function, or the type
    const char* kind;  // "parameter", "field"
  };
  static Parts partsOf(const clang::FunctionDecl& function, const ArgumentPlaces& places);
  static Parts partsOf(const clang::RecordDecl& record, const ArgumentPlaces& fields);
  const FunctionConfig* functionOf(const clang::FunctionDecl& function) const;
  const TypeConfig* typeOf(const clang::RecordDecl& record) const;
  size_t partNamed(const Parts& parts, const std::string& name, uint32_t line) const;
  void relate(const PartsConfig& config, const Parts& parts, ArgumentPlaces& places,
              std::vector<Relation>& relations) const;
  void setNulls(const PartsConfig& config, const Parts& parts, ArgumentPlaces& places) const;
  void bound(const PartsConfig& config, const Parts& parts, Lines& out) const;
  /// A function of the file, or declared there; null: there is none.
  const clang::FunctionDecl* functionNamed(const std::string& name) const;

  const Config& config_;
  clang::ASTContext& context_;
  const clang::FunctionDecl& function_;
  Assume assume_;
  std::map<const clang::RecordDecl*, const TypeConfig*> types_;
  std::string prototypes_;
};

} // namespace assay
