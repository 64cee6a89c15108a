// What a harness has to know of C types.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

#include <string>

namespace assay {

/// A declaration of the name with this type, qualifiers of the outermost level left out: "int (*rows)[4]".
std::string declared(clang::QualType type, const std::string& name, const clang::ASTContext& context);
/// The same without a name.
std::string spelled(clang::QualType type, const clang::ASTContext& context);
/// Whether the type can be written in C: a struct that has neither a tag nor a typedef cannot.
bool canBeSpelled(clang::QualType type);

/// The record that the type is; null if it is none.
const clang::RecordDecl* recordOf(clang::QualType type);
/// The tag or typedef of the record; empty if it has none.
std::string nameOf(const clang::RecordDecl& record);
/// The struct that a file calls "struct s", or by a typedef; null: there is none.
const clang::RecordDecl* recordNamed(const std::string& type, const clang::ASTContext& context);
/// Whether a pointer field of the record leads to a record of the same kind, directly or by way of others.
bool isRecursive(const clang::RecordDecl& record);

/// Whether every pattern of bits is a value of the type: no pointer, no truth value and no enumeration is in it.
bool isPlain(clang::QualType type);
/// Whether a value needs no memory that has to stay reachable.
bool isScalar(clang::QualType type);
/// Characters of any sign.
bool isByte(clang::QualType type);
/// The file that a declaration stands in; empty if that is not known.
std::string fileOf(const clang::Decl& declaration);
/// FILE of <stdio.h>.
bool isStream(clang::QualType type);
/// The end of the name of the __VERIFIER_nondet_ function that returns it; empty if there is none.
std::string inputName(clang::QualType type);

} // namespace assay
