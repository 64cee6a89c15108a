#include "frontend/harness/callers.h"

#include "util/error.h"
#include "util/file_text.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace assay {

namespace {

constexpr const char* kHeading = "assay-callers 2";

class Collecting {
public:
  explicit Collecting(const std::vector<const FileContents*>& files) : files_(files) {}

  Callers run() {
    for (const FileContents* file : files_)
      for (const Definition& definition : file->definitions) define(definition);
    std::set<std::pair<DefinitionName, uint32_t>> seen; // what a header defines counts once
    for (const FileContents* file : files_) {
      locals_.clear();
      for (const Definition& definition : file->definitions)
        locals_.emplace(definition.name, definitionName(definition.file, definition.name));
      for (const Definition& definition : file->definitions)
        if (seen.emplace(definitionName(definition.file, definition.name), definition.line).second) collect(definition);
    }
    settle();
    return std::move(result_);
  }

private:
  /// A call that passes a parameter of the caller on.
  struct Passing {
    DefinitionName caller, callee;
    uint32_t from = 0, to = 0;
  };

  void define(const Definition& definition) {
    const DefinitionName name = definitionName(definition.file, definition.name);
    if (definition.isShared) shared_[definition.name].insert(name);
    if (definition.isFunction && !definition.isSystem)
      result_.functions.try_emplace(name, FunctionCalls{!definition.isShared && definition.name != "main"});
    else if (!definition.isFunction)
      result_.globals[name].beginsNull |= definition.beginsNull;
  }

  /// What a name means in the file that is read.
  std::set<DefinitionName> meanings(const std::string& name) const {
    if (const auto own = locals_.find(name); own != locals_.end()) return {own->second};
    const auto found = shared_.find(name);
    return found == shared_.end() ? std::set<DefinitionName>() : found->second;
  }

  void collect(const Definition& definition) {
    const DefinitionName own = definitionName(definition.file, definition.name);
    const Passed& passed = definition.passed;
    for (const std::string& name : definition.isFunction ? passed.addresses : setOf(definition.uses))
      for (const DefinitionName& meant : meanings(name))
        if (const auto function = result_.functions.find(meant); function != result_.functions.end())
          function->second.isClosed = false;
    for (const PassedCall& call : passed.calls)
      for (const DefinitionName& callee : meanings(call.callee)) collectCall(own, callee, call);
    for (const StoredGlobal& store : passed.stores)
      for (const DefinitionName& meant : meanings(store.name)) collectStore(definition, result_.globals[meant], store);
    for (const std::string& name : passed.opened)
      for (const DefinitionName& meant : meanings(name)) ++result_.globals[meant].others;
    result_.kept.insert(passed.writtenTypes.begin(), passed.writtenTypes.end());
  }

  static std::set<std::string> setOf(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

  void collectCall(const DefinitionName& own, const DefinitionName& callee, const PassedCall& call) {
    const auto found = result_.functions.find(callee);
    if (found == result_.functions.end() || own == callee) return; // a call of itself passes on what it got
    std::vector<ParameterCalls>& parameters = found->second.parameters;
    if (parameters.size() < call.arguments.size()) parameters.resize(call.arguments.size());
    for (uint32_t i = 0; i < call.arguments.size(); ++i) {
      const PassedValue& argument = call.arguments[i];
      ParameterCalls& known = parameters[i];
      const bool isFirst = known.calls++ == 0;
      known.elements = isFirst ? argument.elements : std::min(known.elements, argument.elements);
      if (isFirst)
        known.type = argument.type;
      else if (known.type != argument.type)
        known.type.clear();
      if (argument.number) known.numbers.insert(*argument.number);
      if (!argument.number) ++known.others;
      if (argument.isLiteral) ++known.literals;
      if (!argument.object.empty()) {
        ++known.named;
        known.objects.insert(argument.object);
      }
      if (argument.kind == PassedValue::NotNull) ++known.notNull;
      if (argument.kind == PassedValue::Null) ++known.null;
      if (argument.kind == PassedValue::Parameter) passings_.push_back({own, callee, argument.parameter, i});
    }
  }

  static void collectStore(const Definition& definition, GlobalStores& global, const StoredGlobal& store) {
    if (store.value.number)
      global.numbers.insert(*store.value.number);
    else if (store.value.kind == PassedValue::NotNull)
      ++global.notNull;
    else if (store.value.kind == PassedValue::Null)
      ++global.null;
    else
      ++global.others;
    if (store.value.kind != PassedValue::Null && definition.name == "main") global.isStoredByMain = true;
  }

  /// What is passed on is not null if no caller of the caller passes null: supposed of all at first, and taken back where
  /// it does not follow.
  void settle() {
    std::vector<bool> isNotNull(passings_.size(), true);
    for (const Passing& passing : passings_) ++result_.functions[passing.callee].parameters[passing.to].notNull;
    for (bool goesOn = true; goesOn;) {
      goesOn = false;
      for (size_t i = 0; i < passings_.size(); ++i) {
        if (!isNotNull[i]) continue;
        const FunctionCalls& caller = result_.functions[passings_[i].caller];
        const bool isKnown = caller.isClosed && passings_[i].from < caller.parameters.size();
        if (isKnown) {
          const ParameterCalls& calls = caller.parameters[passings_[i].from];
          if (calls.calls > 0 && calls.calls == calls.notNull) continue;
        }
        isNotNull[i] = false;
        --result_.functions[passings_[i].callee].parameters[passings_[i].to].notNull;
        goesOn = true;
      }
    }
  }

  const std::vector<const FileContents*>& files_;
  std::map<std::string, std::set<DefinitionName>> shared_;
  std::map<std::string, DefinitionName> locals_; // of the file that is read
  std::vector<Passing> passings_;
  Callers result_;
};

template <class Word>
std::string wordsText(const std::set<Word>& words) {
  std::ostringstream out;
  for (const Word& word : words) out << (out.tellp() == 0 ? "" : " ") << word;
  return out.str();
}

template <class Word>
std::set<Word> wordsIn(const std::string& text) {
  std::istringstream in(text);
  std::set<Word> words;
  for (Word word; in >> word;) words.insert(word);
  return words;
}

std::string textOf(const DefinitionName& name, const FunctionCalls& calls) {
  std::ostringstream out;
  out << "function\t" << name.first << "\t" << name.second << "\t" << (calls.isClosed ? "closed" : "open") << "\n";
  for (size_t i = 0; i < calls.parameters.size(); ++i) {
    const ParameterCalls& known = calls.parameters[i];
    out << "parameter\t" << i << "\t" << known.calls << "\t" << known.notNull << "\t" << known.null << "\t"
        << known.literals << "\t" << known.elements << "\t" << (known.type.empty() ? "-" : known.type) << "\t"
        << known.others << "\t" << wordsText(known.numbers) << "\t" << known.named << "\t" << wordsText(known.objects)
        << "\n";
  }
  return out.str();
}

std::string stateText(const Callers& callers) {
  std::ostringstream out;
  for (const auto& [name, stores] : callers.globals) {
    if (stores.notNull + stores.null + stores.others == 0 && stores.numbers.empty()) continue;
    out << "global\t" << name.first << "\t" << name.second << "\t" << (stores.beginsNull ? "null" : "set") << "\t"
        << stores.notNull << "\t" << stores.null << "\t" << stores.others << "\t" << stores.isStoredByMain << "\t";
    out << wordsText(stores.numbers) << "\n";
  }
  for (const std::string& type : callers.kept) out << "kept\t" << type << "\n";
  return out.str();
}

std::vector<std::string> wordsOfLine(const std::string& line) {
  std::vector<std::string> words(1);
  for (const char c : line)
    if (c == '\t')
      words.emplace_back();
    else
      words.back() += c;
  return words;
}

uint32_t number(const std::string& word) { return static_cast<uint32_t>(std::stoul(word)); }

/// Throws std::exception where the line is no such line.
void readLine(const std::vector<std::string>& words, Callers& callers, FunctionCalls*& function) {
  if (words[0] == "function") {
    function = &callers.functions[{words.at(1), words.at(2)}];
    function->isClosed = words.at(3) == "closed";
  } else if (words[0] == "parameter") {
    if (function == nullptr || number(words.at(1)) != function->parameters.size()) throw std::out_of_range("parameter");
    ParameterCalls known{number(words.at(2)), number(words.at(3)),      number(words.at(4)),
                         number(words.at(5)), std::stoull(words.at(6)), words.at(7)};
    if (known.type == "-") known.type.clear();
    known.others = number(words.at(8));
    known.numbers = wordsIn<int64_t>(words.at(9));
    known.named = number(words.at(10));
    known.objects = wordsIn<std::string>(words.at(11));
    function->parameters.push_back(std::move(known));
  } else if (words[0] == "global") {
    GlobalStores& stores = callers.globals[{words.at(1), words.at(2)}];
    stores.beginsNull = words.at(3) == "null";
    stores.notNull = number(words.at(4));
    stores.null = number(words.at(5));
    stores.others = number(words.at(6));
    stores.isStoredByMain = words.at(7) == "1";
    stores.numbers = wordsIn<int64_t>(words.at(8));
  } else if (words[0] == "kept") {
    callers.kept.insert(words.at(1));
  } else {
    throw std::out_of_range(words[0]);
  }
}

} // namespace

DefinitionName definitionName(const std::string& file, const std::string& name) {
  return {std::filesystem::absolute(file).lexically_normal().string(), name};
}

Callers callersOf(const std::vector<const FileContents*>& files) { return Collecting(files).run(); }

std::string callersText(const Callers& callers) {
  std::string text = std::string(kHeading) + "\n";
  for (const auto& [name, calls] : callers.functions) text += textOf(name, calls);
  return text + stateText(callers);
}

std::string callersText(const Callers& callers, const DefinitionName& function) {
  const auto found = callers.functions.find(function);
  return (found == callers.functions.end() ? "" : textOf(function, found->second)) + stateText(callers);
}

Callers readCallers(const std::string& file) {
  std::istringstream in(readFile(file));
  std::string line;
  std::getline(in, line);
  Callers callers;
  FunctionCalls* function = nullptr;
  try {
    if (line != kHeading) throw std::out_of_range("heading");
    while (std::getline(in, line)) readLine(wordsOfLine(line), callers, function);
  } catch (const std::exception&) {
    throw InputError(file + ": this is not what 'assay project' keeps of calls: " + line);
  }
  return callers;
}

} // namespace assay
