// Property files are lines of the form
//     CHECK( init(main()), LTL(G ! call(reach_error())) )
// where the formula is `G ! call(f())`, `G ! NAME`, `G NAME` or `F end`. Blanks, line breaks and comments (//, /* */,
// #) may stand anywhere between the words.
#include "frontend/specification.h"

#include "util/error.h"
#include "util/suggestion.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace assay {

namespace {

struct NamedProperties {
  std::string_view name;
  PropertySet properties;
};

using Names = std::vector<NamedProperties>;

constexpr NamedProperties kGroup = {"valid-memsafety", PropertySet::with(kMemsafety)};

bool isOfMemory(const PropertyInfo& info) { return info.name.starts_with("valid-"); }
/// Whether the property is named by what must not happen.
bool isDenial(const PropertyInfo& info) { return info.name.starts_with("no-"); }

/// Names beside those of propertyByName: groups and short forms. Those of memory come first.
Names otherNames() {
  Names names = {{"memsafety", kGroup.properties}, kGroup};
  for (const bool wantsMemory : {true, false})
    for (const PropertyInfo& info : kProperties)
      if (isOfMemory(info) == wantsMemory && !info.otherName.empty())
        names.push_back({info.otherName, {info.property}});
  return names;
}

/// What may follow `G` in a formula. Those of memory come first.
Names namesOfAlways() {
  Names names;
  for (const bool wantsMemory : {true, false}) {
    for (const PropertyInfo& info : kProperties)
      if (isOfMemory(info) == wantsMemory && (info.formula == Formula::Always || isDenial(info)))
        names.push_back({info.name, {info.property}});
    if (wantsMemory) names.push_back(kGroup);
  }
  return names;
}

/// What may follow `G !`: short forms, and names that do not deny it by themselves.
Names namesOfNever() {
  Names names;
  for (const bool wantsDenial : {true, false})
    for (const PropertyInfo& info : kProperties) {
      if (isDenial(info) != wantsDenial || info.formula != Formula::Never) continue;
      names.push_back({info.otherName, {info.property}});
      if (!wantsDenial) names.push_back({info.name, {info.property}});
    }
  return names;
}

std::optional<PropertySet> lookUp(const Names& names, std::string_view name) {
  const auto found = std::ranges::find(names, name, &NamedProperties::name);
  if (found == names.end()) return std::nullopt;
  return found->properties;
}

void addErrorFunction(Specification& specification, const std::string& name) {
  std::vector<std::string>& known = specification.errorFunctions;
  if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
}

void addProperties(Specification& specification, PropertySet properties) {
  specification.properties = specification.properties | properties;
}

void addUsualErrorFunctions(Specification& specification) {
  addErrorFunction(specification, "reach_error");
  addErrorFunction(specification, "__VERIFIER_error");
}

std::vector<std::string> allNames() {
  std::vector<std::string> names;
  for (const PropertyInfo& info : kProperties) names.emplace_back(info.name);
  for (const NamedProperties& entry : otherNames()) names.emplace_back(entry.name);
  return names;
}

std::string knownNames() {
  std::string names;
  for (const std::string& name : allNames()) names += name + ", ";
  names.resize(names.size() - 2);
  return names;
}

/// One property file: its words, read from left to right.
class PropertyFile {
public:
  PropertyFile(std::string path, const std::string& text) : path_(std::move(path)) { split(text); }

  void parse(Specification& specification) {
    if (words_.empty()) throw InputError(path_ + ": holds no property");
    while (at_ < words_.size()) parseCheck(specification);
  }

private:
  static bool isWordChar(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

  void split(const std::string& text) {
    for (size_t i = 0; i < text.size();) {
      const size_t from = i;
      if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
        ++i;
      } else if (text[i] == '#' || text.compare(i, 2, "//") == 0) {
        i = std::min(text.find('\n', i), text.size());
      } else if (text.compare(i, 2, "/*") == 0) {
        const size_t end = text.find("*/", i + 2);
        i = end == std::string::npos ? text.size() : end + 2;
      } else if (isWordChar(text[i])) {
        while (i < text.size() && isWordChar(text[i])) ++i;
        words_.push_back(text.substr(from, i - from));
      } else {
        words_.emplace_back(1, text[i++]);
      }
    }
  }

  const std::string& peek() const {
    static const std::string kEnd = "the end of the file";
    return at_ < words_.size() ? words_[at_] : kEnd;
  }

  [[noreturn]] void fail(const std::string& wanted) const {
    throw InputError(path_ + ": not a property that Assay knows: expected " + wanted + ", found " + peek() +
                     "\nA property file holds lines like: CHECK( init(main()), LTL(G ! call(reach_error())) )");
  }

  bool accept(std::string_view word) {
    if (peek() != word) return false;
    ++at_;
    return true;
  }

  void expect(std::string_view word) {
    if (!accept(word)) fail(std::string(word));
  }

  std::string identifier() {
    const char first = peek()[0];
    if (at_ >= words_.size() || (std::isalpha(static_cast<unsigned char>(first)) == 0 && first != '_')) fail("a name");
    return words_[at_++];
  }

  /// `f()`, or just `f`.
  std::string functionName() {
    std::string name = identifier();
    if (accept("(")) expect(")");
    return name;
  }

  void parseCheck(Specification& specification) {
    if (peek() == "COVER") {
      throw InputError(path_ + ": COVER is a goal for test generation, not a property to check");
    }
    expect("CHECK");
    expect("(");
    expect("init");
    expect("(");
    const std::string entry = functionName();
    expect(")");
    if (!specification.entry.empty() && specification.entry != entry) {
      throw InputError(path_ + ": starts at " + entry + ", another property at " + specification.entry);
    }
    specification.entry = entry;
    expect(",");
    expect("LTL");
    expect("(");
    parseFormula(specification);
    expect(")");
    expect(")");
  }

  void parseFormula(Specification& specification) {
    if (accept("F")) {
      expect("end");
      return addProperties(specification, {Property::Termination});
    }
    expect("G");
    const bool inner = accept("(");
    const bool never = accept("!");
    if (never && accept("call")) {
      expect("(");
      addErrorFunction(specification, functionName());
      expect(")");
      addProperties(specification, {Property::UnreachCall});
    } else {
      const std::optional<PropertySet> properties = lookUp(never ? namesOfNever() : namesOfAlways(), peek());
      if (!properties) fail(alternatives(never));
      ++at_;
      addProperties(specification, *properties);
    }
    if (inner) expect(")");
  }

  static std::string alternatives(bool never) {
    std::string text = never ? "call(...)" : "";
    for (const NamedProperties& entry : never ? namesOfNever() : namesOfAlways())
      text += (text.empty() ? "" : ", ") + std::string(entry.name);
    return "one of " + text;
  }

  std::string path_;
  std::vector<std::string> words_;
  size_t at_ = 0;
};

bool isPropertyFile(const std::string& request) {
  std::error_code error;
  return request.ends_with(".prp") || std::filesystem::exists(request, error);
}

void addFile(Specification& specification, const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw InputError(path + ": is a directory, not a property file");
  const std::ifstream stream(path);
  if (!stream) throw InputError(path + ": cannot be read");
  std::stringstream text;
  text << stream.rdbuf();
  PropertyFile(path, text.str()).parse(specification);
}

void addName(Specification& specification, const std::string& name) {
  if (const std::optional<Property> property = propertyByName(name)) {
    addProperties(specification, {*property});
    if (infoOf(*property).formula == Formula::Call) addUsualErrorFunctions(specification);
  } else if (const std::optional<PropertySet> group = lookUp(otherNames(), name)) {
    addProperties(specification, *group);
  } else {
    throw UsageError("unknown property '" + name + "'; known are " + knownNames() + ", and property files (.prp)" +
                     suggestionFor(name, allNames()));
  }
}

} // namespace

Specification parseSpecification(const std::vector<std::string>& requests) {
  Specification specification;
  for (const std::string& request : requests) {
    // A known name is that property even where a file happens to be called so.
    const bool isName = propertyByName(request).has_value() || lookUp(otherNames(), request).has_value();
    if (!isName && isPropertyFile(request)) {
      addFile(specification, request);
    } else {
      addName(specification, request);
    }
  }
  if (requests.empty()) {
    addUsualErrorFunctions(specification);
    specification.properties = PropertySet::with(kByDefault);
    specification.isByDefault = true;
  }
  return specification;
}

Specification forThreads(Specification specification) {
  if (specification.isByDefault)
    specification.properties = specification.properties | PropertySet::with(kByDefaultWithThreads);
  return specification;
}

std::string specificationText(const Specification& specification) {
  const std::string entry = specification.entry.empty() ? "main" : specification.entry;
  std::string text;
  const auto add = [&](const std::string& formula) {
    text += (text.empty() ? "" : "\n") + ("CHECK( init(" + entry + "()), LTL(" + formula + ") )");
  };
  for (const PropertyInfo& info : kProperties) {
    if (!specification.properties.contains(info.property)) continue;
    switch (info.formula) {
    case Formula::Call:
      for (const std::string& function : specification.errorFunctions) add("G ! call(" + function + "())");
      break;
    case Formula::End:
      add("F end");
      break;
    case Formula::Always:
      add("G " + std::string(info.name));
      break;
    case Formula::Never:
      add("G ! " + std::string(info.otherName));
      break;
    }
  }
  return text;
}

} // namespace assay
