// Where a harness writes values to.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace assay {

/// Something that a value is written to.
struct ArgumentPlace {
  std::string text; // in C
  clang::QualType type;
  std::string name;                      // for people
  std::string count = {};                // of a pointer: how many elements it leads to, in C; empty: that is not known
  std::string depth = {};                // in an object of a recursive kind: how many more may follow, in C
  bool mayBeNull = false;                // a pointer
  bool isAny = false;                    // its bytes are any bytes already
  bool isFormat = false;                 // a string that asks for no arguments
  bool isTested = false;                 // it may be null whatever it has elements
  bool isText = false;                   // an array in which a text ends
  std::set<int64_t> numbers = {};        // that callers pass, if they pass no others
  std::vector<std::string> objects = {}; // that it may lead to the beginning of, if it leads to nothing else
  bool isList = false;                   // of pointers, with null behind them
  bool isOutput = false;                 // what it leads to is only written to
  bool isCache = false;                  // what it leads to is null before the function is called
  bool leadsToOutput = false;            // what the pointer leads to that it leads to is only written to
  bool isThere = false;                  // somebody else has filled it
};
using ArgumentPlaces = std::vector<ArgumentPlace>;

/// The name of a parameter or field, without what people read around it.
inline std::string plainName(const ArgumentPlace& place) {
  return place.name.starts_with("'") ? place.name.substr(1, place.name.find('\'', 1) - 1) : place.name;
}

/// Whether attributes of the function, of the parameter or of its type say that it is not null.
bool isNeverNull(const clang::FunctionDecl& function, const clang::ParmVarDecl& parameter);
/// The field that an attribute of the record's last field, an array without a length, names as its number of elements
/// (counted_by); null: there is none.
const clang::FieldDecl* countOfLast(const clang::RecordDecl& record);
/// The fields of a struct or union that stands there.
ArgumentPlaces fieldsOf(const ArgumentPlace& place, const clang::ASTContext& context);

} // namespace assay
