// A state is a list of numbers, see words.h; a symbol is its number in a table, which has widths, 0 for Bool.
// Constraints are in the text form of programs, with a name for each number of a symbol.
#include "engine/shapes/certificate_text.h"

#include "program/expression_parser.h"
#include "program/term_printer.h"
#include "term/substitute.h"
#include "term/traverse.h"
#include "util/error.h"
#include "util/words.h"

namespace assay::shapes {

namespace {

enum ValueText : uint8_t { kNothing, kNumber, kFalse, kTrue, kSymbol, kPointer, kLastPointer, kNode };

constexpr uint64_t kMaxWidth = 64;

/// Names that C does not have. Null: there is something else of that name.
Term symbolOf(const Program& program, uint64_t number, uint64_t width) {
  TermManager& terms = program.terms();
  const std::string name = "heap!" + std::to_string(number) + ":" + std::to_string(width);
  const Sort sort = width == 0 ? terms.boolSort() : terms.bvSort(static_cast<uint32_t>(width));
  const Term known = terms.findVariable(name);
  if (known && (known.sort() != sort || program.variableOf(known).valid())) return {};
  return terms.mkVariable(name, sort);
}

class StateWriter {
public:
  StateWriter(const Program& program, const State& state) : program_(program), state_(state) {}

  /// Nothing if there is something that has no text.
  std::optional<std::string> print(const Arrivals::Numbers& arrivals) {
    writeState();
    std::string constraints = printConstraints();
    WordWriter out;
    numbers(out, arrivals);
    numbers(out, widths_);
    out.string(constraints);
    if (isOdd_) return {};
    return out.take() + body_.word("end").take();
  }

  template <class Range>
  static void numbers(WordWriter& out, const Range& values) {
    out.number(values.size());
    for (const auto value : values) out.number(value);
  }

private:
  void writeState() {
    body_.number(state_.mayHaveLost ? 1 : 0).number(state_.variables.size());
    for (const auto& [variable, value] : state_.variables) {
      body_.number(variable.index());
      write(value);
    }
    body_.number(state_.statics.size());
    for (const auto& [number, block] : state_.statics) write(number, block);
    body_.number(state_.blocks.size());
    for (const auto& [number, block] : state_.blocks) write(number, block);
  }

  void write(uint64_t number, const Block& block) {
    body_.number(number).number(static_cast<uint64_t>(block.kind)).number(block.isAlive ? 1 : 0);
    body_.number(block.isConstant ? 1 : 0).number(block.size).number(block.min).number(block.owner);
    numbers(body_, block.pointers);
    body_.number(block.links ? 1 : 0);
    if (block.links) write(*block.links);
    body_.number(block.fields.size());
    for (const auto& [offset, field] : block.fields) {
      body_.number(offset).number(field.bytes).number(field.each ? 1 : 0);
      write(field.value);
      if (field.each) write(field.otherwise);
    }
  }

  void write(const Links& links) {
    body_.number(links.next).number(static_cast<uint64_t>(links.nextTo)).number(links.isDouble ? 1 : 0);
    body_.number(links.prev).number(static_cast<uint64_t>(links.prevTo)).number(links.isWhole ? 1 : 0);
    numbers(body_, links.branches);
  }

  void write(const Value& value) {
    if (value.isNode()) {
      body_.number(kNode).number(static_cast<uint64_t>(value.offset));
    } else if (value.isPointer()) {
      isOdd_ = isOdd_ || value.isIndexed();
      body_.number(value.last ? kLastPointer : kPointer).number(value.object);
      body_.number(static_cast<uint64_t>(value.offset));
    } else if (value.number.isNull()) {
      body_.number(kNothing);
    } else if (value.isSymbol()) {
      body_.number(kSymbol).number(numberOf(value.number));
    } else {
      writeConstant(value.number);
    }
  }

  void writeConstant(Term constant) {
    if (constant.isTrue() || constant.isFalse()) {
      body_.number(constant.isTrue() ? kTrue : kFalse);
    } else if (constant.kind() == Kind::BvConst && constant.sort().width() <= kMaxWidth) {
      body_.number(kNumber).number(constant.sort().width()).number(constant.value().toUint64());
    } else {
      isOdd_ = true;
    }
  }

  uint64_t numberOf(Term symbol) {
    const auto [it, isNew] = numbers_.try_emplace(symbol, widths_.size());
    if (!isNew) return it->second;
    const Sort sort = symbol.sort();
    const uint64_t width = sort.isBitVec() ? sort.width() : 0;
    isOdd_ = isOdd_ || !(sort.isBool() || (sort.isBitVec() && width <= kMaxWidth));
    widths_.push_back(width);
    return it->second;
  }

  std::string printConstraints() {
    if (state_.constraints.empty() || isOdd_) return {};
    for (Term constraint : state_.constraints)
      for (Term symbol : freeVariables(constraint)) numberOf(symbol);
    Substitution names(program_.terms());
    for (const auto& [symbol, number] : numbers_) {
      const Term name = isOdd_ ? Term() : symbolOf(program_, number, widths_[number]);
      isOdd_ = isOdd_ || name.isNull();
      if (!isOdd_) names.add(symbol, name);
    }
    if (isOdd_) return {};
    TermPrinter printer(program_);
    printer.enterFunction(program_.entry());
    std::string text;
    for (Term constraint : state_.constraints) {
      const Term named = names.apply(constraint);
      printer.begin({named});
      for (size_t i = 0; i < printer.lets().size(); ++i)
        text += "let $" + std::to_string(i + 1) + " = " + printer.definition(i) + "; ";
      text += printer.print(named) + ";";
    }
    return text;
  }

  const Program& program_;
  const State& state_;
  WordWriter body_;
  std::unordered_map<Term, uint64_t> numbers_; // of symbols
  std::vector<uint64_t> widths_;
  bool isOdd_ = false;
};

class StateReader {
public:
  StateReader(const Program& program, const std::string& text) : program_(program), in_(text) {}

  std::optional<State> read(Arrivals::Numbers& arrivals) {
    arrivals = numbers<Arrivals::Numbers>(UINT32_MAX);
    readSymbols();
    const std::string constraints = in_.string();
    readState();
    in_.require(in_.word() == "end" && in_.atEnd());
    if (in_.failed() || !parseConstraints(constraints)) return {};
    return std::move(state_);
  }

  static std::optional<Arrivals::Numbers> readArrivals(const std::string& text) {
    WordReader in(text);
    Arrivals::Numbers result;
    for (uint64_t left = in.number(); left > 0 && !in.failed(); --left)
      result.push_back(static_cast<uint32_t>(in.number(UINT32_MAX)));
    in.require(in.atEnd());
    if (in.failed()) return {};
    return result;
  }

private:
  template <class Collection>
  Collection numbers(uint64_t limit) {
    Collection result;
    using Number = typename Collection::value_type;
    for (uint64_t left = in_.number(); left > 0 && !in_.failed(); --left)
      result.insert(result.end(), static_cast<Number>(in_.number(limit)));
    return result;
  }
  bool flag() { return in_.number(1) == 1; }
  int64_t offset() { return static_cast<int64_t>(in_.number()); }

  void readSymbols() {
    for (const uint64_t width : numbers<std::vector<uint64_t>>(kMaxWidth)) {
      symbols_.push_back(symbolOf(program_, symbols_.size(), width));
      in_.require(!symbols_.back().isNull());
    }
  }

  void readState() {
    state_.mayHaveLost = flag();
    for (uint64_t left = in_.number(); left > 0 && !in_.failed(); --left) {
      const VariableId variable(static_cast<uint32_t>(in_.number(UINT32_MAX - 1)));
      in_.require(state_.variables.try_emplace(variable, readValue()).second);
    }
    for (uint64_t left = in_.number(); left > 0 && !in_.failed(); --left) {
      const uint64_t number = in_.number();
      in_.require(state_.statics.try_emplace(number, readBlock()).second);
    }
    for (uint64_t left = in_.number(); left > 0 && !in_.failed(); --left) {
      const auto number = static_cast<uint32_t>(in_.number(UINT32_MAX - 1));
      in_.require(state_.blocks.try_emplace(number, readBlock()).second);
      state_.nextBlock = std::max(state_.nextBlock, number + 1);
    }
  }

  Block readBlock() {
    Block block;
    block.kind = static_cast<BlockKind>(in_.number(static_cast<uint64_t>(BlockKind::Static)));
    block.isAlive = flag();
    block.isConstant = flag();
    block.size = in_.number();
    block.min = static_cast<uint32_t>(in_.number(UINT32_MAX));
    block.owner = static_cast<uint32_t>(in_.number(UINT32_MAX));
    block.pointers = numbers<std::set<uint64_t>>(UINT64_MAX);
    if (flag()) block.links = readLinks();
    for (uint64_t left = in_.number(); left > 0 && !in_.failed(); --left) {
      const uint64_t at = in_.number();
      Field field;
      field.bytes = static_cast<uint32_t>(in_.number(UINT32_MAX));
      field.each = flag();
      field.value = readValue();
      if (field.each) field.otherwise = readValue();
      in_.require(block.fields.try_emplace(at, field).second);
    }
    return block;
  }

  Links readLinks() {
    Links links;
    links.next = in_.number();
    links.nextTo = offset();
    links.isDouble = flag();
    links.prev = in_.number();
    links.prevTo = offset();
    links.isWhole = flag();
    links.branches = numbers<std::set<uint64_t>>(UINT64_MAX);
    return links;
  }

  Value readValue() {
    TermManager& terms = program_.terms();
    switch (const uint64_t kind = in_.number(kNode); kind) {
    case kNumber: {
      const auto width = static_cast<uint32_t>(in_.number(kMaxWidth));
      const uint64_t number = in_.number();
      in_.require(width > 0 && (width == kMaxWidth || number >> width == 0));
      return in_.failed() ? Value() : Value::of(terms.mkBv(width, number));
    }
    case kFalse:
    case kTrue:
      return Value::of(terms.mkBool(kind == kTrue));
    case kSymbol: {
      const uint64_t number = in_.number();
      in_.require(number < symbols_.size());
      return in_.failed() ? Value() : Value::of(symbols_[number]);
    }
    case kPointer:
    case kLastPointer: {
      const auto object = static_cast<uint32_t>(in_.number(UINT32_MAX));
      return Value::pointer(object, offset(), kind == kLastPointer);
    }
    case kNode:
      return Value::node(offset());
    default:
      return {};
    }
  }

  bool parseConstraints(const std::string& text) {
    if (text.empty()) return true;
    try {
      const text::Lexer lexer(text, "heap");
      text::Cursor cursor(lexer);
      text::ExpressionParser parser(cursor, program_);
      parser.learnObjects();
      parser.enterFunction(program_.entry());
      parser.bind(symbols_);
      while (!cursor.atEnd()) {
        parser.parseLets();
        state_.constraints.push_back(parser.parse(program_.terms().boolSort()));
        cursor.expectOp(";");
      }
    } catch (const InputError&) {
      return false;
    }
    return areOwnSymbols();
  }

  /// Constraints are over symbols, not over variables of the program.
  bool areOwnSymbols() const {
    for (Term constraint : state_.constraints)
      for (Term symbol : freeVariables(constraint))
        if (program_.variableOf(symbol).valid()) return false;
    return true;
  }

  const Program& program_;
  WordReader in_;
  std::vector<Term> symbols_;
  State state_;
};

} // namespace

HeapTexts printCertificate(const Flat& flat, const Certificate& certificate, const ShapesLimits& limits) {
  WordWriter start;
  StateWriter::numbers(start, certificate.arrivals.ofStart);
  HeapTexts texts{{flat.entry().index(), start.take()}};
  size_t size = 0;
  for (const auto& [head, states] : certificate.heaps)
    for (size_t i = 0; i < states.size(); ++i) {
      const Arrivals::Numbers& arrivals = certificate.arrivals.ofStates.at(head)[i];
      std::optional<std::string> text = StateWriter(flat.program, states[i]).print(arrivals);
      if (!text || (size += text->size()) > limits.certificateText) return {};
      texts.push_back({head.index(), std::move(*text)});
    }
  return texts;
}

std::optional<Certificate> parseCertificate(const Flat& flat, const HeapTexts& texts) {
  if (texts.empty()) return {};
  Certificate certificate;
  const std::optional<Arrivals::Numbers> start = StateReader::readArrivals(texts.front().text);
  if (!start) return {};
  certificate.arrivals.ofStart = *start;
  for (size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].head >= flat.isHead.size() || !flat.isHead[texts[i].head]) return {};
    const LocationId head(texts[i].head);
    Arrivals::Numbers& arrivals = certificate.arrivals.ofStates[head].emplace_back();
    std::optional<State> state = StateReader(flat.program, texts[i].text).read(arrivals);
    if (!state) return {};
    certificate.heaps[head].push_back(std::move(*state));
  }
  return certificate;
}

} // namespace assay::shapes
