#include "frontend/harness/contracts.h"

#include "frontend/compile/contract_macros.h"
#include "frontend/harness/types.h"
#include "program/callers_block.h"
#include "util/error.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace assay {

namespace {

[[noreturn]] void refuse(const ContractClause& clause, const std::string& why) {
  throw InputError(clause.file + ":" + std::to_string(clause.line) + ": " + why);
}

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t\n"), end = text.find_last_not_of(" \t\n");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// Behind a literal of characters that begins here.
size_t behindLiteral(const std::string& text, size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// Behind the bracket that closes the one here.
size_t behindBracket(const std::string& text, size_t at) {
  int depth = 0;
  while (at < text.size()) {
    if (text[at] == '"' || text[at] == '\'') {
      at = behindLiteral(text, at);
      continue;
    }
    if (text[at] == '(' || text[at] == '[' || text[at] == '{') ++depth;
    if (text[at] == ')' || text[at] == ']' || text[at] == '}') --depth;
    ++at;
    if (depth == 0) break;
  }
  return at;
}

/// What stands between separators that are in no brackets.
std::vector<std::string> split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts = {""};
  for (size_t at = 0; at < text.size();) {
    if (text.compare(at, separator.size(), separator) == 0) {
      parts.emplace_back();
      at += separator.size();
      continue;
    }
    size_t end = at + 1;
    if (text[at] == '"' || text[at] == '\'') end = behindLiteral(text, at);
    if (text[at] == '(' || text[at] == '[' || text[at] == '{') end = behindBracket(text, at);
    parts.back() += text.substr(at, end - at);
    at = end;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

/// A call of one of these functions that is all of the text: its arguments.
template <size_t N>
std::optional<std::vector<std::string>> callOf(const std::string& text, const std::array<const char*, N>& names) {
  for (const char* const each : names) {
    const std::string name = each;
    if (!text.starts_with(name)) continue;
    const size_t open = text.find_first_not_of(" \t", name.size());
    if (open == std::string::npos || text[open] != '(' || behindBracket(text, open) != text.size()) continue;
    return split(text.substr(open + 1, text.size() - open - 2), ",");
  }
  return std::nullopt;
}

constexpr std::array<const char*, 2> kFresh = {"__CPROVER_is_fresh", "assay_fresh"};
constexpr std::array<const char*, 2> kOld = {"__CPROVER_old", "assay_old"};
constexpr std::array<const char*, 2> kRange = {"__CPROVER_object_upto", "assay_range"};
constexpr std::array<const char*, 1> kWhole = {"__CPROVER_object_whole"};
constexpr std::array<const char*, 1> kTyped = {"__CPROVER_typed_target"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string nameOfParameter(const clang::ParmVarDecl& parameter) {
  return parameter.getName().empty() ? "assay_contract_argument" + std::to_string(parameter.getFunctionScopeIndex())
                                     : parameter.getName().str();
}

std::string parametersOf(const clang::FunctionDecl& function) {
  std::string text;
  for (const clang::ParmVarDecl* parameter : function.parameters())
    text += (text.empty() ? "" : ", ") +
            declared(parameter->getType(), nameOfParameter(*parameter), function.getASTContext());
  return text.empty() ? "void" : text;
}

std::string argumentsOf(const clang::FunctionDecl& function) {
  std::string text;
  for (const clang::ParmVarDecl* parameter : function.parameters())
    text += (text.empty() ? "" : ", ") + nameOfParameter(*parameter);
  return text;
}

/// A variable of any value.
void declareAny(Lines& out, clang::QualType type, const std::string& name, const clang::ASTContext& context) {
  out.add(declared(type, name, context) + ";");
  if (type->isBooleanType())
    out.add(name + " = __VERIFIER_nondet_bool();");
  else
    out.add("__VERIFIER_nondet_memory((void *)&" + name + ", sizeof " + name + ");");
}

void checkShape(const Contract& contract) {
  const clang::FunctionDecl& function = *contract.declared;
  const ContractClause& clause = !contract.required.empty()  ? contract.required.front()
                                 : !contract.ensured.empty() ? contract.ensured.front()
                                                             : contract.assigned.front();
  if (function.isVariadic()) refuse(clause, "contracts of functions with '...' are not supported");
  std::vector<clang::QualType> types = {function.getReturnType()};
  for (const clang::ParmVarDecl* parameter : function.parameters()) types.push_back(parameter->getType());
  for (const clang::QualType type : types)
    if (!canBeSpelled(type) || type.getCanonicalType()->isVariablyModifiedType())
      refuse(clause, "a contract of '" + function.getNameAsString() +
                         "' is not supported: a type of it cannot be written elsewhere");
}

} // namespace

Contract contractOf(const clang::FunctionDecl& function) {
  constexpr llvm::StringRef kBegin = "assay ";
  Contract contract;
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  std::vector<std::pair<clang::SourceLocation, std::string>> clauses;
  for (const clang::FunctionDecl* declaration : function.redecls())
    for (const auto* attribute : declaration->specific_attrs<clang::AnnotateAttr>()) {
      if (attribute->isInherited() || !attribute->getAnnotation().starts_with(kBegin)) continue;
      if (contract.declared != nullptr && contract.declared != declaration) {
        const clang::PresumedLoc place =
            sources.getPresumedLoc(sources.getExpansionLoc(attribute->getLocation()), false);
        refuse({"", place.getFilename(), place.getLine()},
               "'" + function.getNameAsString() + "' has a contract at another declaration already");
      }
      contract.declared = declaration;
      clauses.emplace_back(sources.getExpansionLoc(attribute->getLocation()), attribute->getAnnotation().str());
    }
  std::ranges::stable_sort(clauses, [&](const auto& one, const auto& other) {
    return sources.isBeforeInTranslationUnit(one.first, other.first);
  });
  for (const auto& [location, text] : clauses) {
    const clang::PresumedLoc place = sources.getPresumedLoc(location, false);
    const size_t end = text.find(' ', kBegin.size());
    const std::string kind = text.substr(kBegin.size(), end - kBegin.size());
    const ContractClause clause{trimmed(text.substr(end)), place.getFilename(), place.getLine()};
    if (kind != "assigns" && clause.text.empty()) refuse(clause, "a condition is missing");
    (kind == "requires"  ? contract.required
     : kind == "ensures" ? contract.ensured
                         : contract.assigned)
        .push_back(clause);
  }
  contract.isComplete = !contract.assigned.empty();
  if (!contract.empty()) checkShape(contract);
  return contract;
}

ContractWriter::ContractWriter(const Contract& contract, std::map<std::string, std::string> names)
    : contract_(contract), names_(std::move(names)) {}

/// C alone is left.
std::string ContractWriter::plain(const ContractClause& clause, const std::string& text) const {
  if (text.find("==>") != std::string::npos) refuse(clause, "'==>' is not supported in a contract: write !a || b");
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '"' || text[at] == '\'') {
      at = behindLiteral(text, at);
    } else if (isLetter(text[at])) {
      const size_t begin = at;
      while (at < text.size() && isLetter(text[at])) ++at;
      const std::string word = text.substr(begin, at - begin);
      const bool isOurs = word.starts_with("assay_contract_");
      if (!isOurs && (word.starts_with("__CPROVER_") || word.starts_with("assay_")))
        refuse(clause, "'" + word + "' is not supported here");
    } else {
      ++at;
    }
  }
  return renamed(text, names_);
}

std::vector<ContractWriter::Part> ContractWriter::partsOf(const ContractClause& clause) const {
  std::vector<Part> parts;
  for (const std::string& text : split(clause.text, "&&")) {
    const auto fresh = callOf(text, kFresh);
    if (!fresh) {
      parts.push_back({std::nullopt, plain(clause, text)});
      continue;
    }
    if (fresh->size() != 2) refuse(clause, "a fresh block takes a pointer and a number of bytes");
    parts.push_back({Fresh{plain(clause, (*fresh)[0]), plain(clause, (*fresh)[1])}, ""});
  }
  return parts;
}

void ContractWriter::assumeRequired(Lines& out, const std::string& block) {
  for (const ContractClause& clause : contract_.required)
    for (const Part& part : partsOf(clause))
      out.addAt(clause.file, clause.line,
                part.fresh ? part.fresh->pointer + " = " + block + "(" + part.fresh->bytes + ");"
                           : "__VERIFIER_assume((" + part.condition + ") != 0);");
}

/// The condition with what was before the call as variables: either these are filled, or used.
std::string ContractWriter::withOld(const ContractClause& clause, std::vector<std::string>* kept) const {
  std::string result;
  const std::string& text = clause.text;
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '"' || text[at] == '\'') {
      const size_t end = behindLiteral(text, at);
      result += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (!isLetter(text[at])) {
      result += text[at++];
      continue;
    }
    size_t end = at;
    while (end < text.size() && isLetter(text[end])) ++end;
    const std::string word = text.substr(at, end - at);
    const size_t open = text.find_first_not_of(" \t", end);
    if (std::ranges::find(kOld, word) != kOld.end() && open != std::string::npos && text[open] == '(') {
      end = behindBracket(text, open);
      if (kept != nullptr) kept->push_back(text.substr(open, end - open));
      result +=
          "assay_contract_old_" + std::to_string(&clause - contract_.ensured.data()) + "_" + std::to_string(number++);
    } else if (word == "__CPROVER_return_value" || word == "assay_result") {
      if (contract_.declared->getReturnType()->isVoidType())
        refuse(clause, "'" + contract_.declared->getNameAsString() + "' returns nothing");
      result += kContractResult;
    } else {
      result += word;
    }
    at = end;
  }
  return plain(clause, result);
}

void ContractWriter::keepOld(Lines& out) {
  for (const ContractClause& clause : contract_.ensured) {
    std::vector<std::string> kept;
    withOld(clause, &kept);
    for (size_t i = 0; i < kept.size(); ++i) {
      const std::string value = plain(clause, kept[i]);
      out.addAt(clause.file, clause.line,
                "__typeof__(" + value + ") assay_contract_old_" + std::to_string(&clause - contract_.ensured.data()) +
                    "_" + std::to_string(i) + " = " + value + ";");
    }
  }
}

void ContractWriter::checkEnsured(Lines& out) const {
  for (const ContractClause& clause : contract_.ensured)
    out.addAt(clause.file, clause.line,
              "if (!(" + withOld(clause, nullptr) + ")) __assert_fail(\"what '" +
                  contract_.declared->getNameAsString() + "' ensures: " + escaped(clause.text) + "\", \"\", 0, \"\");");
}

void ContractWriter::assumeEnsured(Lines& out) const {
  for (const ContractClause& clause : contract_.ensured)
    out.addAt(clause.file, clause.line, "__VERIFIER_assume((" + withOld(clause, nullptr) + ") != 0);");
}

void ContractWriter::findAssigned(Lines& out) {
  targets_.clear();
  for (const ContractClause& clause : contract_.assigned)
    for (const std::string& text : split(clause.text, ",")) {
      if (text.empty()) continue;
      const auto range = callOf(text, kRange), whole = callOf(text, kWhole), typed = callOf(text, kTyped);
      std::string begin, size;
      if (range && range->size() == 2) {
        begin = plain(clause, (*range)[0]);
        size = plain(clause, (*range)[1]);
      } else if (whole && whole->size() == 1) {
        begin = plain(clause, (*whole)[0]);
        size = "__assay_bytes_left(" + begin + ")";
      } else {
        const std::string object = plain(clause, typed && typed->size() == 1 ? typed->front() : text);
        begin = "&(" + object + ")";
        size = "sizeof(" + object + ")";
      }
      const std::string number = std::to_string(targets_.size());
      const Target target{&clause, "assay_contract_begin" + number, "assay_contract_size" + number};
      out.addAt(clause.file, clause.line, "void *" + target.begin + " = (void *)(" + begin + ");");
      out.addAt(clause.file, clause.line, "__SIZE_TYPE__ " + target.size + " = " + size + ";");
      targets_.push_back(target);
    }
}

std::string ContractWriter::isAssigned(const std::string& byte) const {
  std::string condition;
  for (const Target& target : targets_)
    condition += (condition.empty() ? "" : " || ") + std::string("__assay_overlap(") + byte + ", 1, " + target.begin +
                 ", " + target.size + ")";
  return condition.empty() ? "0" : condition;
}

void ContractWriter::changeAssigned(Lines& out) const {
  for (const Target& target : targets_)
    out.addAt(target.clause->file, target.clause->line,
              "if (" + target.size + " != 0) __VERIFIER_nondet_memory(" + target.begin + ", " + target.size + ");");
}

std::string ContractWriter::conditionOf(const ContractClause& wanted, const std::string& apart) const {
  std::string condition;
  std::vector<Fresh> before;
  for (const ContractClause& clause : contract_.required) {
    const bool isWanted = &clause == &wanted;
    for (const Part& part : partsOf(clause)) {
      std::string text = "(" + part.condition + ")";
      if (part.fresh) {
        const std::string pointer = "(void *)(" + part.fresh->pointer + ")", bytes = "(" + part.fresh->bytes + ")";
        text = pointer + " != 0 && __assay_bytes_left(" + pointer + ") >= " + bytes + " && " + apart + "(" + pointer +
               ", " + bytes + ")";
        for (const Fresh& other : before)
          text += " && !__assay_overlap(" + pointer + ", " + bytes + ", (void *)(" + other.pointer + "), (" +
                  other.bytes + "))";
        before.push_back(*part.fresh);
      }
      if (isWanted) condition += (condition.empty() ? "" : " && ") + text;
    }
    if (isWanted) break;
  }
  return condition;
}

namespace {

std::string helperDeclarations() {
  return "extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__), __VERIFIER_assume(int);\n"
         "extern _Bool __VERIFIER_nondet_bool(void);\n"
         "extern unsigned long __VERIFIER_nondet_ulong(void);\n"
         "extern __SIZE_TYPE__ __assay_bytes_left(const void *);\n"
         "extern int __assay_same_byte(unsigned char, unsigned char);\n"
         "extern int __assay_overlap(const void *, __SIZE_TYPE__, const void *, __SIZE_TYPE__);\n"
         "extern void __assert_fail(const char *, const char *, unsigned int, const char *);\n";
}

void writeCallers(Lines& out, const Contract& contract, const std::string& suffix) {
  const clang::FunctionDecl& function = *contract.declared;
  const clang::ASTContext& context = function.getASTContext();
  const std::string name = function.getNameAsString(), own = name + "_" + suffix;
  const auto head = [&](const std::string& called) {
    return declared(function.getReturnType(), called + "(" + parametersOf(function) + ")", context);
  };
  const std::string apart = "assay_contract_apart_" + own;
  std::string table = "(void *)" + name;
  out.add("extern int " + apart + "(const void *, __SIZE_TYPE__);");
  ContractWriter writer(contract, {});
  if (contract.isComplete) {
    const std::string instead = "assay_contract_instead_" + own;
    out.open("static " + head(instead));
    writer.keepOld(out);
    writer.findAssigned(out);
    writer.changeAssigned(out);
    const bool hasResult = !function.getReturnType()->isVoidType();
    if (hasResult) declareAny(out, function.getReturnType().getUnqualifiedType(), kContractResult, context);
    writer.assumeEnsured(out);
    if (hasResult) out.add(std::string("return ") + kContractResult + ";");
    out.close();
    table += ", (void *)" + instead;
  } else {
    table += ", (void *)0";
  }
  const std::string pointer = "assay_contract_pointer_" + own;
  out.open("static " + head(pointer));
  const ContractClause& place = !contract.required.empty()  ? contract.required.front()
                                : !contract.ensured.empty() ? contract.ensured.front()
                                                            : contract.assigned.front();
  out.addAt(place.file, place.line,
            std::string(function.getReturnType()->isVoidType() ? "" : "return ") + name + "(" + argumentsOf(function) +
                ");");
  out.close();
  table += ", (void *)" + pointer + ", (void *)" + apart;
  for (size_t i = 0; i < contract.required.size(); ++i) {
    const ContractClause& clause = contract.required[i];
    const std::string condition = "assay_contract_requires" + std::to_string(i) + "_" + own;
    out.open("static int " + condition + "(" + parametersOf(function) + ")");
    out.addAt(clause.file, clause.line, "return " + writer.conditionOf(clause, apart) + ";");
    out.close();
    table += ", (void *)" + condition + ", (void *)\"what '" + name + "' requires: " + escaped(clause.text) + "\"";
  }
  out.add("void *const " + std::string(kContractTable) + own + "[] = {" + table + "};");
}

} // namespace

std::string contractsText(clang::ASTContext& context) {
  Lines out;
  const std::string suffix = std::to_string(
      llvm::hash_value(
          context.getSourceManager().getFileEntryRefForID(context.getSourceManager().getMainFileID())->getName()) %
      100'000'000);
  std::vector<const clang::FunctionDecl*> seen;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr || std::ranges::find(seen, function->getCanonicalDecl()) != seen.end()) continue;
    const Contract contract = contractOf(*function);
    if (contract.empty()) continue;
    seen.push_back(function->getCanonicalDecl());
    writeCallers(out, contract, suffix);
  }
  if (seen.empty()) return {};
  const std::string name = "contracts";
  return "\n# 1 \"" + name + "\"\n" + placed(helperDeclarations() + out.text(), name);
}

std::string contractHarness(const Contract& contract, const clang::FunctionDecl& function, const std::string& entry) {
  const clang::ASTContext& context = function.getASTContext();
  const std::string name = function.getNameAsString();
  Lines out;
  out.add("extern void *" + std::string(kMakesCallersBlock) + "(__SIZE_TYPE__);");
  out.add("static unsigned char *assay_contract_watched;");
  out.add("/* A byte that is chosen at random, of all that callers have. */");
  out.open(std::string("void ") + kContractWatch + "(void *begin, __SIZE_TYPE__ size)");
  out.add("__SIZE_TYPE__ at = __VERIFIER_nondet_ulong();");
  out.add("if (at < size && __VERIFIER_nondet_bool()) assay_contract_watched = (unsigned char *)begin + at;");
  out.close();
  out.open("static void *assay_contract_block(__SIZE_TYPE__ size)");
  out.add("void *block = " + std::string(kMakesCallersBlock) + "(size);");
  out.add("__VERIFIER_assume(block != 0);");
  out.add(std::string(kContractWatch) + "(block, size);");
  out.add("return block;");
  out.close();
  const bool hasResult = !function.getReturnType()->isVoidType();
  const std::string result = kContractResult;
  if (hasResult)
    out.add("static " + declared(function.getReturnType().getUnqualifiedType(), result, context) +
            "; /* what it leads to is not lost */");
  out.open("void " + entry + "(void)");
  for (const clang::ParmVarDecl* parameter : contract.declared->parameters()) {
    clang::QualType type = parameter->getType().getUnqualifiedType();
    declareAny(out, type, nameOfParameter(*parameter), context);
  }
  ContractWriter writer(contract, {});
  writer.assumeRequired(out, "assay_contract_block");
  writer.findAssigned(out);
  writer.keepOld(out);
  out.add("unsigned char assay_contract_before = 0; /* no arithmetic: it may be a part of an address */");
  out.add("if (assay_contract_watched) assay_contract_before = *assay_contract_watched;");
  out.add((hasResult ? result + " = " : "") + name + "(" + argumentsOf(*contract.declared) + ");");
  const ContractClause& place = contract.assigned.front();
  out.addAt(place.file, place.line,
            std::string("if (assay_contract_watched && !") + kSameByte +
                "(*assay_contract_watched, assay_contract_before) && !(" + writer.isAssigned("assay_contract_watched") +
                ")) __assert_fail(\"what '" + name + "' assigns is all that it changes\", \"\", 0, \"\");");
  writer.checkEnsured(out);
  out.close();
  return placed(helperDeclarations() + out.text(), nameOfHarness(name));
}

} // namespace assay
