// Two passes over the tokens: the first reads everything outside function bodies, so that the second knows every
// function and object that a body may name.
#include "program/text_parser.h"

#include "program/expression_parser.h"
#include "program/text_syntax.h"
#include "util/error.h"

#include <unordered_map>

namespace assay {

using namespace text;

namespace {

class Parser {
public:
  Parser(const Lexer& lexer, Cursor& cursor, Program& program, std::string_view fileName)
      : lexer_(lexer), cursor_(cursor), program_(program), terms_(program.terms()), expressions_(cursor, program),
        fileName_(fileName) {}

  void run() {
    while (!cursor_.atEnd()) parseItem();
    expressions_.learnObjects();
    for (const auto& [variable, position] : initials_) {
      cursor_.seek(position);
      program_[variable].initial = expressions_.parse(program_[variable].sort());
      cursor_.expectOp(";");
    }
    for (const auto& [function, position] : bodies_) {
      cursor_.seek(position);
      parseBody(function);
    }
    setEntry();
    if (const std::string error = validate(program_); !error.empty()) {
      throw InputError(std::string(fileName_) + ": " + error);
    }
  }

private:
  // Outside of functions.
  void parseItem();
  void parseObject();
  void parseBytes(StaticObject& object);
  void parseGlobal();
  void parseSignature();
  VariableId parseVariable(FunctionId function);
  SourcePosition parsePosition();
  void skipPast(std::string_view op);
  void setEntry();

  // Bodies.
  void parseBody(FunctionId function);
  void parseLocation();
  LocationId location(const Token& name);
  void parseEdge(LocationId source);
  Operation parseOperation(SourcePosition edgePosition);
  void parseAction(Operation& operation);
  void parseDefinition(Operation& operation, VariableId variable);
  Step parseStep();
  Call parseCall(VariableId result);
  Term parsePointer() { return expressions_.parse(program_.pointerSort()); }
  template <class Enum>
  Enum expectOneOf(std::string_view what, std::span<const std::string_view> names) {
    const Token at = cursor_.peek();
    const auto value = valueOf<Enum>(cursor_.expectName(what), names);
    if (!value) cursor_.fail(at, "'" + cursor_.content(at) + "' is no " + std::string(what));
    return *value;
  }

  const Lexer& lexer_;
  Cursor& cursor_;
  Program& program_;
  TermManager& terms_;
  ExpressionParser expressions_;
  std::string_view fileName_;
  std::vector<std::pair<VariableId, size_t>> initials_; // of globals: where their values stand
  std::vector<std::pair<FunctionId, size_t>> bodies_;   // where they begin
  std::string entryName_;
  Token entryToken_{};

  FunctionId function_;
  std::unordered_map<std::string, LocationId> locations_; // of the function, by name
};

void Parser::parseItem() {
  const Token at = cursor_.peek();
  if (cursor_.acceptWord("file")) {
    const size_t before = program_.files.size();
    if (program_.files.add(cursor_.expectString("a file name")) != before)
      cursor_.fail(at, "this file is listed twice");
    cursor_.expectOp(";");
  } else if (cursor_.acceptWord("object")) {
    parseObject();
  } else if (cursor_.acceptWord("global")) {
    parseGlobal();
  } else if (cursor_.acceptWord("assume")) {
    std::string message = cursor_.expectString("an assumption");
    program_.assumptions.add(std::move(message), parsePosition());
    cursor_.expectOp(";");
  } else if (cursor_.acceptWord("entry")) {
    entryToken_ = cursor_.peek();
    entryName_ = cursor_.expectName("a function");
    cursor_.expectOp(";");
  } else if (cursor_.acceptWord("function")) {
    parseSignature();
  } else {
    cursor_.fail("expected file, object, global, assume, entry or function" + cursor_.butFound());
  }
}

SourcePosition Parser::parsePosition() {
  SourcePosition position;
  if (!cursor_.acceptOp("@")) return position;
  uint32_t numbers[3];
  unsigned count = 0;
  do numbers[count++] = static_cast<uint32_t>(cursor_.expectNumber("line or column", UINT32_MAX));
  while (count < 3 && cursor_.acceptOp(":"));
  if (count == 3) return {numbers[0], numbers[1], numbers[2]};
  return {0, numbers[0], count == 2 ? numbers[1] : 0};
}

void Parser::parseObject() {
  StaticObject object;
  object.name = cursor_.expectName("the object's name");
  cursor_.expectOp(":");
  object.size = cursor_.expectNumber("size", program_.layout().maxObjectSize());
  object.constant = cursor_.acceptWord("constant");
  if (cursor_.isName()) object.kind = expectOneOf<ObjectKind>("kind of object", objectKindNames());
  object.type = cursor_.acceptString();
  object.position = parsePosition();
  if (cursor_.acceptOp("=")) parseBytes(object);
  cursor_.expectOp(";");
  if (program_.objects.size() + 2 >= program_.layout().wildObject()) cursor_.fail("too many objects for the layout");
  program_.objects.add(std::move(object));
}

void Parser::parseBytes(StaticObject& object) {
  while (!cursor_.isOp(";")) {
    const Token at = cursor_.peek();
    if (cursor_.acceptWord("hex")) {
      const std::string digits = cursor_.expectString("hexadecimal digits");
      if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
        cursor_.fail(at, "hex needs pairs of hexadecimal digits");
      }
      for (size_t i = 0; i < digits.size(); i += 2) {
        object.bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
      }
    } else if (cursor_.isString()) {
      const std::string text = cursor_.content(cursor_.next());
      object.bytes.insert(object.bytes.end(), text.begin(), text.end());
    } else {
      const uint64_t count = cursor_.expectNumber("count of bytes", object.size);
      cursor_.expectOp("*");
      object.bytes.insert(object.bytes.end(), count, static_cast<uint8_t>(cursor_.expectNumber("byte", 255)));
    }
    if (object.bytes.size() > object.size) cursor_.fail(at, "the object is too small for these bytes");
  }
}

VariableId Parser::parseVariable(FunctionId function) {
  const Token at = cursor_.peek();
  const std::string symbol = expressions_.parseSymbol(function);
  cursor_.expectOp(":");
  Variable variable;
  variable.isPointer = cursor_.acceptWord("ptr");
  const Sort sort = variable.isPointer ? program_.pointerSort() : expressions_.parseSort();
  const Term existing = terms_.findVariable(symbol);
  if (existing && (existing.sort() != sort || program_.variableOf(existing).valid())) {
    cursor_.fail(at, "there is a variable '" + symbol + "' already");
  }
  variable.term = terms_.mkVariable(symbol, sort);
  variable.function = function;
  if (cursor_.isName() && !cursor_.isWord("as")) {
    variable.typeClass = expectOneOf<TypeClass>("class of types", typeClassNames());
  }
  variable.type = cursor_.acceptString();
  if (cursor_.acceptWord("as")) variable.sourceName = cursor_.expectString("the name in the source");
  variable.position = parsePosition();
  if (!function.valid()) variable.initial = terms_.mkZero(sort);
  return program_.addVariable(std::move(variable));
}

void Parser::parseGlobal() {
  const bool isThreadLocal = cursor_.acceptWord("thread_local");
  const VariableId variable = parseVariable(FunctionId());
  program_[variable].isThreadLocal = isThreadLocal;
  if (cursor_.acceptOp("=")) {
    initials_.emplace_back(variable, cursor_.position());
    skipPast(";");
  } else {
    cursor_.expectOp(";");
  }
}

void Parser::skipPast(std::string_view op) {
  while (!cursor_.atEnd() && !cursor_.isOp(op)) cursor_.next();
  cursor_.expectOp(op);
}

void Parser::parseSignature() {
  const Token at = cursor_.peek();
  std::string name = cursor_.expectName("the function's name");
  if (program_.findFunction(name).valid()) cursor_.fail(at, "there is a function '" + name + "' already");
  const FunctionId id = program_.addFunction(std::move(name));
  cursor_.expectOp("(");
  while (!cursor_.isOp(")")) {
    if (!program_[id].parameters.empty()) cursor_.expectOp(",");
    const VariableId parameter = parseVariable(id);
    program_[id].parameters.push_back(parameter);
  }
  cursor_.next();
  if (cursor_.acceptOp("->")) program_[id].result = expressions_.parseSort();
  if (cursor_.acceptWord("role")) {
    const Token name = cursor_.peek();
    program_[id].role = threadRoleNamed(cursor_.expectName("a role"));
    if (program_[id].role == ThreadRole::None) cursor_.fail(name, "there is no such role");
  }
  program_[id].isUnseen = cursor_.acceptWord("unseen");
  program_[id].position = parsePosition();
  if (cursor_.acceptOp(";")) return;
  cursor_.expectOp("{");
  bodies_.emplace_back(id, cursor_.position());
  for (unsigned depth = 1; depth > 0;) {
    if (cursor_.atEnd()) cursor_.fail(at, "the function's body does not end");
    if (cursor_.isOp("{")) ++depth;
    if (cursor_.isOp("}")) --depth;
    cursor_.next();
  }
}

void Parser::setEntry() {
  if (!entryName_.empty()) {
    const FunctionId entry = program_.findFunction(entryName_);
    if (!entry.valid()) cursor_.fail(entryToken_, "there is no function '" + entryName_ + "'");
    program_.setEntry(entry);
    return;
  }
  program_.setEntry(program_.findFunction("main"));
  for (uint32_t i = 0; i < program_.functions().size() && !program_.entry().valid(); ++i) {
    if (program_.functions()[i].hasBody()) program_.setEntry(FunctionId(i));
  }
}

void Parser::parseBody(FunctionId id) {
  function_ = id;
  locations_.clear();
  expressions_.enterFunction(id);
  while (cursor_.acceptWord("var")) {
    parseVariable(id);
    cursor_.expectOp(";");
  }
  Token entry = cursor_.peek();
  bool hasEntry = false;
  if (cursor_.isWord("entry") && !cursor_.isOp(":", 1)) {
    cursor_.next();
    entry = cursor_.next();
    hasEntry = true;
    cursor_.expectOp(";");
  }
  // Locations keep the order in which they are declared, however early they are named: declare all before reading
  // edges.
  const size_t begin = cursor_.position();
  for (unsigned depth = 0; !(depth == 0 && cursor_.isOp("}")); cursor_.next()) {
    if (cursor_.isOp("{")) ++depth;
    if (cursor_.isOp("}")) --depth;
    const bool isLabel = depth == 0 && cursor_.isName() && cursor_.isOp(":", 1);
    if (!isLabel) continue;
    const bool isNew = locations_.emplace(cursor_.content(cursor_.peek()), program_.addLocation(id)).second;
    if (!isNew) cursor_.fail("there is a location of this name already");
  }
  cursor_.seek(begin);
  if (cursor_.isOp("}")) cursor_.fail("the function's body has no location");
  const Token first = cursor_.peek();
  while (!cursor_.isOp("}")) parseLocation();

  program_[id].entry = location(hasEntry ? entry : first);
  if (!program_[id].exit.valid()) program_.addLocation(id, LocationKind::Exit);
}

LocationId Parser::location(const Token& token) {
  const std::string name = cursor_.content(token);
  LocationId& id = locations_[name];
  if (!id.valid()) {
    if (name != "exit") cursor_.fail(token, "there is no location '" + name + "'");
    const LocationId exit = program_[function_].exit;
    id = exit.valid() ? exit : program_.addLocation(function_, LocationKind::Exit);
  }
  return id;
}

void Parser::parseLocation() {
  const Token name = cursor_.peek();
  if (!cursor_.isName()) cursor_.fail("expected a location" + cursor_.butFound());
  cursor_.next();
  cursor_.expectOp(":");
  const LocationId id = location(name);
  Location& location = program_[id];
  if (cursor_.isName() && !cursor_.isOp(":", 1)) {
    for (std::string_view kind : locationKindNames()) {
      if (!kind.empty() && cursor_.isWord(kind)) location.kind = *valueOf<LocationKind>(kind, locationKindNames());
    }
    if (location.kind != LocationKind::Plain) cursor_.next();
  }
  if (location.kind == LocationKind::Exit) {
    if (program_[function_].exit.valid()) cursor_.fail(name, "the function has an exit already");
    program_[function_].exit = id;
  }
  if (location.kind == LocationKind::Error) {
    cursor_.expectOp("(");
    const Token first = cursor_.peek();
    Token last = first;
    while (!cursor_.atEnd() && !cursor_.isOp(")")) last = cursor_.next(); // names have dashes
    const Token whole{TokenKind::Identifier, first.begin, last.begin + last.size - first.begin};
    const auto property = propertyByName(lexer_.raw(whole));
    if (!property) cursor_.fail(first, "'" + std::string(lexer_.raw(whole)) + "' is no property");
    location.property = *property;
    cursor_.expectOp(")");
  }
  location.message = cursor_.acceptString();
  if (cursor_.acceptWord("label")) location.label = cursor_.expectString("a label");
  location.position = parsePosition();
  if (cursor_.acceptOp(";")) return;
  while (cursor_.isWord("let") || cursor_.isWord("if") || cursor_.isOp("->")) parseEdge(id);
}

void Parser::parseEdge(LocationId source) {
  expressions_.parseLets();
  Term guard = terms_.mkTrue();
  if (cursor_.acceptWord("if")) guard = expressions_.parse(terms_.boolSort());
  cursor_.expectOp("->");
  if (!cursor_.isName()) cursor_.fail("expected a location" + cursor_.butFound());
  const LocationId target = location(cursor_.next());
  const SourcePosition position = parsePosition();
  std::vector<Operation> operations;
  if (!cursor_.acceptOp(";")) {
    cursor_.expectOp("{");
    while (!cursor_.acceptOp("}")) operations.push_back(parseOperation(position));
  }
  program_.addEdge(source, target, guard, std::move(operations), position);
}

Operation Parser::parseOperation(SourcePosition edgePosition) {
  Operation operation;
  parseAction(operation);
  operation.position = cursor_.isOp("@") ? parsePosition() : edgePosition;
  cursor_.expectOp(";");
  return operation;
}

void Parser::parseAction(Operation& operation) {
  const auto comma = [&] { cursor_.expectOp(","); };
  if (cursor_.isOp("=", 1) || cursor_.isOp("::")) {
    const VariableId variable = expressions_.parseVariable();
    cursor_.expectOp("=");
    parseDefinition(operation, variable);
  } else if (cursor_.acceptWord("store")) {
    const Term pointer = parsePointer();
    comma();
    operation.action = Store{pointer, expressions_.parse()};
  } else if (cursor_.acceptWord("free")) {
    const Storage storage = expectOneOf<Storage>("storage", storageNames());
    operation.action = Free{parsePointer(), storage};
  } else if (cursor_.acceptWord("copy")) {
    const Term target = parsePointer();
    comma();
    const Term source = parsePointer();
    comma();
    operation.action = Copy{target, source, parsePointer()};
  } else if (cursor_.acceptWord("fill")) {
    const Term target = parsePointer();
    comma();
    const Term byte = expressions_.parse(terms_.bvSort(8));
    comma();
    operation.action = Fill{target, byte, parsePointer()};
  } else if (cursor_.acceptWord("step")) {
    operation.action = parseStep();
  } else if (cursor_.acceptWord("atomic")) {
    const bool begins = cursor_.acceptWord("begin");
    if (!begins && !cursor_.acceptWord("end")) cursor_.fail("expected begin or end" + cursor_.butFound());
    operation.action = Atomic{begins};
  } else if (cursor_.acceptWord("call")) {
    operation.action = parseCall(VariableId());
  } else if (cursor_.acceptWord("return")) {
    const bool hasValue = !cursor_.isOp(";") && !cursor_.isOp("@");
    const Sort result = program_[function_].result;
    if (hasValue == result.isNull()) cursor_.fail("the function's result and its return do not agree");
    operation.action = Return{hasValue ? expressions_.parse(result) : Term()};
  } else {
    cursor_.fail("expected an operation" + cursor_.butFound());
  }
}

void Parser::parseDefinition(Operation& operation, VariableId variable) {
  if (cursor_.acceptWord("input")) {
    const InputKind kind = expectOneOf<InputKind>("kind of input", inputKindNames());
    operation.action = Input{variable, kind, cursor_.acceptString()};
  } else if (cursor_.acceptWord("load")) {
    operation.action = Load{variable, parsePointer()};
  } else if (cursor_.acceptWord("allocate")) {
    Allocate allocate;
    allocate.variable = variable;
    allocate.storage = expectOneOf<Storage>("storage", storageNames());
    allocate.contents = expectOneOf<Contents>("contents", contentsNames());
    allocate.size = parsePointer();
    allocate.name = cursor_.acceptString();
    operation.action = std::move(allocate);
  } else if (cursor_.acceptWord("await")) {
    const AwaitKind kind = expectOneOf<AwaitKind>("comparison", awaitNames());
    const Term pointer = parsePointer();
    cursor_.expectOp(",");
    operation.action = Await{variable, pointer, kind, expressions_.parse()};
  } else if (cursor_.acceptWord("spawn")) {
    Call call = parseCall(variable);
    operation.action = Spawn{variable, call.callee, std::move(call.arguments)};
  } else if (cursor_.acceptWord("call")) {
    operation.action = parseCall(variable);
  } else if (cursor_.isName() && cursor_.isOp("(", 1) && valueOf<QueryKind>(cursor_.raw(), queryNames())) {
    Query query{variable, *valueOf<QueryKind>(lexer_.raw(cursor_.next()), queryNames()), {}};
    cursor_.expectOp("(");
    while (!cursor_.acceptOp(")")) {
      if (!query.arguments.empty()) cursor_.expectOp(",");
      query.arguments.push_back(parsePointer());
    }
    operation.action = std::move(query);
  } else {
    operation.action = Assign{variable, expressions_.parse(program_[variable].sort())};
  }
}

Step Parser::parseStep() {
  Step step;
  if (cursor_.isOp(";") || cursor_.isOp("@")) return step;
  step.isAtomic = cursor_.acceptWord("atomic");
  step.access = expectOneOf<AccessKind>("kind of access", accessNames());
  step.pointer = parsePointer();
  cursor_.expectOp(",");
  step.size = parsePointer();
  return step;
}

Call Parser::parseCall(VariableId result) {
  const Token at = cursor_.peek();
  Call call{result, program_.findFunction(cursor_.expectName("a function")), {}};
  if (!call.callee.valid()) cursor_.fail(at, "there is no function '" + cursor_.content(at) + "'");
  const std::vector<VariableId>& parameters = program_[call.callee].parameters;
  cursor_.expectOp("(");
  while (!cursor_.acceptOp(")")) {
    const size_t i = call.arguments.size();
    if (i > 0) cursor_.expectOp(",");
    call.arguments.push_back(expressions_.parse(i < parameters.size() ? program_[parameters[i]].sort() : Sort()));
  }
  return call;
}

} // namespace

Program parseProgram(std::string_view text, std::string_view fileName, TermManager& terms) {
  const Lexer lexer(text, fileName);
  Cursor cursor(lexer);
  PointerLayout layout;
  if (cursor.acceptWord("layout")) {
    const Token at = cursor.peek();
    layout.width = static_cast<uint32_t>(cursor.expectNumber("pointer width", 64));
    layout.offsetBits = static_cast<uint32_t>(cursor.expectNumber("number of offset bits", 63));
    cursor.expectOp(";");
    const bool isSane = (layout.width == 32 || layout.width == 64) && layout.offsetBits >= 8 &&
                        layout.objectBits() >= 2 && layout.offsetBits + 2 <= layout.width;
    if (!isSane) cursor.fail(at, "pointers have 32 or 64 bits, at least 8 of them for offsets and 2 for objects");
  }
  Program program(terms, layout);
  Parser(lexer, cursor, program, fileName).run();
  return program;
}

} // namespace assay
