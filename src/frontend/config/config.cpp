#include "frontend/config/config.h"

#include "util/error.h"
#include "util/file_text.h"
#include "util/suggestion.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>
#include <set>

namespace assay {

namespace {

class Reader {
public:
  explicit Reader(const std::string& file) { config_.file = file; }

  Config read(const YAML::Node& root) {
    if (root.IsNull() || !root.IsDefined()) return std::move(config_);
    visit(root, "the file",
          {{"initialise", [&](const YAML::Node& node) { config_.initialise = names(node); }},
           {"types", [&](const YAML::Node& node) { readTypes(node); }},
           {"functions", [&](const YAML::Node& node) { readFunctions(node); }},
           {"stubs",
            [&](const YAML::Node& node) {
              each(node, "stubs", [&](const std::string& name, const YAML::Node& stub, const YAML::Node& /*place*/) {
                config_.stubs[name] = oneName(stub);
              });
            }},
           {"skip", [&](const YAML::Node& node) { config_.skip = words(node); }},
           {"limits", [&](const YAML::Node& node) { readLimits(node); }}});
    return std::move(config_);
  }

private:
  using Handlers = std::map<std::string, std::function<void(const YAML::Node&)>>;

  static uint32_t lineOf(const YAML::Node& node) { return static_cast<uint32_t>(node.Mark().line) + 1; }
  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
    throw InputError(config_.place(lineOf(node)) + what);
  }

  /// Each key of a map with its value. A key that stands twice is an error.
  template <class Handle>
  void each(const YAML::Node& map, const std::string& what, Handle handle) {
    if (!map.IsMap()) fail(map, what + " has to be a map: 'name: value', one a line");
    std::set<std::string> seen;
    for (const auto& entry : map) {
      const std::string key = text(entry.first);
      if (!seen.insert(key).second) fail(entry.first, "'" + key + "' stands twice");
      handle(key, entry.second, entry.first);
    }
  }
  void visit(const YAML::Node& map, const std::string& what, const Handlers& handlers) {
    each(map, what, [&](const std::string& key, const YAML::Node& value, const YAML::Node& place) {
      const auto found = handlers.find(key);
      if (found != handlers.end()) return found->second(value);
      std::vector<std::string> known;
      for (const auto& [name, handler] : handlers) known.push_back(name);
      fail(place, "unknown word '" + key + "'" + suggestionFor(key, known));
    });
  }

  std::string text(const YAML::Node& node) const {
    if (!node.IsScalar() || node.Scalar().empty()) fail(node, "a word is expected here");
    return node.Scalar();
  }
  ConfigWord word(const YAML::Node& node) const { return {text(node), lineOf(node)}; }

  /// One, or a list.
  std::vector<ConfigWord> words(const YAML::Node& node) const {
    if (!node.IsSequence()) return {word(node)};
    std::vector<ConfigWord> result;
    for (const YAML::Node& one : node) result.push_back(word(one));
    return result;
  }

  static bool isName(const std::string& text) {
    const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    return !text.empty() && isLetter(text[0]) && std::ranges::all_of(text, [&](char c) {
      return isLetter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
    });
  }
  static bool isNumber(const std::string& text) {
    const std::string digits = text.starts_with("-") ? text.substr(1) : text;
    return !digits.empty() && digits.size() <= 18 &&
           std::ranges::all_of(digits, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
  }

  ConfigWord oneName(const YAML::Node& node) const {
    ConfigWord result = word(node);
    if (!isName(result.text)) fail(node, "'" + result.text + "' is no name of C");
    return result;
  }
  std::vector<ConfigWord> names(const YAML::Node& node) const {
    if (!node.IsSequence()) return {oneName(node)};
    std::vector<ConfigWord> result;
    for (const YAML::Node& one : node) result.push_back(oneName(one));
    return result;
  }

  uint64_t number(const YAML::Node& node, uint64_t least) const {
    const std::string digits = text(node);
    if (!isNumber(digits) || digits.starts_with("-") || std::stoull(digits) < least)
      fail(node, "a number of at least " + std::to_string(least) + " is expected here, not '" + digits + "'");
    return std::stoull(digits);
  }

  Handlers partsHandlers(PartsConfig& parts) {
    return {{"non-null", [&](const YAML::Node& node) { parts.nonNull = names(node); }},
            {"null", [&](const YAML::Node& node) { parts.mayBeNull = names(node); }},
            {"lengths",
             [&](const YAML::Node& node) {
               each(node, "lengths",
                    [&](const std::string& pointer, const YAML::Node& length, const YAML::Node& /*place*/) {
                      const ConfigWord of = word(length);
                      const bool isCount = isNumber(of.text) && !of.text.starts_with("-");
                      if (!isName(of.text) && !isCount)
                        fail(length, "a length is the name of an integer, or a number, not '" + of.text + "'");
                      parts.lengths[pointer] = of;
                    });
             }},
            {"bounds", [&](const YAML::Node& node) {
               each(node, "bounds", [&](const std::string& name, const YAML::Node& pair, const YAML::Node& /*place*/) {
                 if (!pair.IsSequence() || pair.size() != 2)
                   fail(pair, "bounds are two numbers: '" + name + ": [0, 100]'");
                 const std::string least = text(pair[0]), most = text(pair[1]);
                 if (!isNumber(least) || !isNumber(most)) fail(pair, "bounds are two numbers");
                 if (std::stoll(least) > std::stoll(most)) fail(pair, "no number is from " + least + " to " + most);
                 parts.bounds[name] = {least, most, lineOf(pair)};
               });
             }}};
  }

  void readTypes(const YAML::Node& node) {
    each(node, "types", [&](const std::string& name, const YAML::Node& value, const YAML::Node& place) {
      TypeConfig& type = config_.types[name];
      config_.lines[name] = lineOf(place);
      Handlers handlers = partsHandlers(type);
      handlers["make"] = [&](const YAML::Node& make) { type.make = names(make); };
      handlers["change"] = [&](const YAML::Node& change) { type.change = names(change); };
      handlers["valid"] = [&](const YAML::Node& valid) { type.valid = oneName(valid); };
      visit(value, "what is said of '" + name + "'", handlers);
      if (!type.change.empty() && type.make.empty())
        throw InputError(config_.place(type.change.front().line) + "'change' takes 'make' beside it");
    });
  }

  void readFunctions(const YAML::Node& node) {
    each(node, "functions", [&](const std::string& name, const YAML::Node& value, const YAML::Node& place) {
      if (!isName(name)) fail(place, "'" + name + "' is no name of C");
      FunctionConfig& function = config_.functions[name];
      config_.lines[name] = lineOf(place);
      Handlers handlers = partsHandlers(function);
      handlers["assume"] = [&](const YAML::Node& assume) { function.assume = words(assume); };
      visit(value, "what is said of '" + name + "'", handlers);
    });
  }

  void readLimits(const YAML::Node& node) {
    const auto size = [&](const char* macro) {
      return [this, macro](const YAML::Node& value) { config_.sizes[macro] = number(value, 0); };
    };
    visit(node, "limits",
          {{"string", size("ASSAY_STRING")},
           {"elements", size("ASSAY_ELEMENTS")},
           {"depth", size("ASSAY_DEPTH")},
           {"buffer", size("ASSAY_BUFFER")},
           {"timeout", [&](const YAML::Node& value) { config_.timeout = number(value, 1); }},
           {"memory", [&](const YAML::Node& value) { config_.memory = number(value, 1); }}});
  }

  Config config_;
};

} // namespace

std::vector<ConfigWord> Config::named() const {
  std::vector<ConfigWord> result = initialise;
  for (const auto& [name, type] : types) {
    result.insert(result.end(), type.make.begin(), type.make.end());
    result.insert(result.end(), type.change.begin(), type.change.end());
    if (type.valid) result.push_back(*type.valid);
  }
  for (const auto& [name, stub] : stubs)
    if (stub.text != kAnyStub) result.push_back(stub);
  return result;
}

Config parseConfig(const std::string& text, const std::string& file) {
  try {
    return Reader(file).read(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    throw InputError(file + ":" + std::to_string(error.mark.line + 1) + ": " + error.msg);
  }
}

Config readConfig(const std::string& file) { return parseConfig(readFile(file), file); }

} // namespace assay
