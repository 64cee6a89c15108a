#include "frontend/harness/place.h"

#include "frontend/harness/types.h"

namespace assay {

namespace {

/// A member of what the text stands for.
std::string memberOf(const std::string& text, const std::string& name) {
  if (name.empty()) return text; // of an anonymous struct
  if (text.starts_with("(*") && text.find(')') + 1 == text.size()) return text.substr(2, text.size() - 3) + "->" + name;
  return text + "." + name;
}

} // namespace

ArgumentPlaces fieldsOf(const ArgumentPlace& place, const clang::ASTContext& context) {
  const clang::RecordDecl* record = recordOf(place.type);
  ArgumentPlaces fields;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    const std::string name = field->getNameAsString();
    ArgumentPlace part{memberOf(place.text, name), field->getType(), name.empty() ? place.name : "'" + name + "'"};
    if (!name.empty() && !nameOf(*record).empty()) part.name += " of '" + nameOf(*record) + "'";
    if (field->getType().isConstQualified() && !isPlain(field->getType()))
      part.text = "(*(" + declared(field->getType(), "*", context) + ")&" + part.text + ")";
    part.depth = place.depth;
    part.mayBeNull = part.isAny = true;
    fields.push_back(std::move(part));
  }
  return fields;
}

} // namespace assay
