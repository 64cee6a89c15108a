// Words with a space behind each; a string is its length, a colon and its characters. The last word is "end".
#include "strategy/result_text.h"

#include <charconv>
#include <limits>
#include <map>

namespace assay {

namespace {

class Writer {
public:
  Writer& number(uint64_t value) { return word(std::to_string(value)); }
  Writer& word(std::string_view text) {
    text_.append(text).push_back(' ');
    return *this;
  }
  Writer& string(std::string_view text) {
    text_.append(std::to_string(text.size())).push_back(':');
    return word(text);
  }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
};

/// Once something did not fit, everything that follows is zero or empty and `failed` stays true.
class Reader {
public:
  explicit Reader(std::string_view text) : rest_(text) {}
  bool failed() const { return failed_; }
  bool atEnd() const { return rest_.empty(); }

  uint64_t number(uint64_t limit = std::numeric_limits<uint64_t>::max()) {
    const std::string_view digits = until(' ');
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    require(error == std::errc() && end == digits.data() + digits.size() && value <= limit);
    return failed_ ? 0 : value;
  }
  std::string string() {
    const std::string_view digits = until(':');
    size_t length = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
    require(error == std::errc() && length < rest_.size() && rest_[length] == ' ');
    if (failed_) return {};
    std::string result(rest_.substr(0, length));
    rest_.remove_prefix(length + 1);
    return result;
  }
  std::string_view word() { return until(' '); }
  void require(bool condition) { failed_ = failed_ || !condition; }

private:
  std::string_view until(char separator) {
    const size_t end = failed_ ? std::string_view::npos : rest_.find(separator);
    require(end != std::string_view::npos);
    if (failed_) return {};
    const std::string_view result = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return result;
  }

  std::string_view rest_;
  bool failed_ = false;
};

constexpr int kBase = 16;

using Bytes = std::map<std::pair<uint64_t, uint64_t>, uint8_t>;

void write(Writer& out, const std::vector<BitVector>& inputs) {
  out.number(inputs.size());
  for (const BitVector& input : inputs) out.number(input.width()).word(input.toString(kBase));
}

void write(Writer& out, const Bytes& bytes) {
  out.number(bytes.size());
  for (const auto& [place, byte] : bytes) out.number(place.first).number(place.second).number(byte);
}

void write(Writer& out, const Counterexample& counterexample) {
  out.number(counterexample.error.index());
  write(out, counterexample.inputs);
  write(out, counterexample.bytes);
}

void write(Writer& out, const Lasso& lasso) {
  out.number(lasso.head.index()).number(lasso.isRecursion ? 1 : 0).number(lasso.begins).number(lasso.ends);
  write(out, lasso.stem);
  write(out, lasso.cycle);
  write(out, lasso.bytes);
}

LocationId readLocation(Reader& in, const Program& program) {
  const uint64_t index = in.number();
  in.require(index < program.locations().size());
  return LocationId(in.failed() ? 0 : static_cast<uint32_t>(index));
}

/// Whoever uses it looks whether there is such a row.
RowId readRow(Reader& in) { return RowId(static_cast<uint32_t>(in.number(UINT32_MAX - 1))); }

bool isHexadecimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void write(Writer& out, const RecurrentSet& set) {
  out.number(set.head.index()).number(set.visits).number(static_cast<uint64_t>(set.choice));
  write(out, set.stem);
  out.number(set.conditions.size());
  for (const std::string& condition : set.conditions) out.string(condition);
  out.string(set.text).number(set.iteration ? 1 : 0);
  if (set.iteration) write(out, *set.iteration);
}

std::vector<BitVector> readInputs(Reader& in) {
  constexpr uint64_t kMaxWidth = 1 << 24;
  std::vector<BitVector> inputs;
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
    const uint64_t width = in.number(kMaxWidth);
    const std::string_view digits = in.word();
    in.require(width > 0 && isHexadecimal(digits));
    if (!in.failed()) inputs.push_back(BitVector::fromString(static_cast<uint32_t>(width), digits, kBase));
  }
  return inputs;
}

Bytes readBytes(Reader& in) {
  Bytes bytes;
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
    const uint64_t allocation = in.number(), offset = in.number();
    bytes[{allocation, offset}] = static_cast<uint8_t>(in.number(UINT8_MAX));
  }
  return bytes;
}

Counterexample readCounterexample(Reader& in, const Program& program) {
  Counterexample result{readLocation(in, program), {}, {}};
  result.inputs = readInputs(in);
  result.bytes = readBytes(in);
  return result;
}

Lasso readLasso(Reader& in, const Program& program) {
  Lasso lasso;
  lasso.head = readLocation(in, program);
  lasso.isRecursion = in.number(1) == 1;
  lasso.begins = in.number();
  lasso.ends = in.number();
  lasso.stem = readInputs(in);
  lasso.cycle = readInputs(in);
  lasso.bytes = readBytes(in);
  return lasso;
}

/// Its head is one of another automaton; who uses it looks whether there is one.
RecurrentSet readRecurrentSet(Reader& in, const Program& program) {
  RecurrentSet set;
  set.head = LocationId(static_cast<uint32_t>(in.number(UINT32_MAX - 1)));
  set.visits = in.number();
  set.choice = static_cast<int64_t>(in.number());
  set.stem = readInputs(in);
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) set.conditions.push_back(in.string());
  set.text = in.string();
  if (in.number(1) == 1) set.iteration = readLasso(in, program);
  return set;
}

void write(Writer& out, SourcePosition position) {
  out.number(position.file).number(position.line).number(position.column);
}

void write(Writer& out, const Assertion& invariant) {
  write(out, invariant.position);
  out.string(invariant.text);
}

SourcePosition readPosition(Reader& in) {
  SourcePosition position;
  position.file = static_cast<uint32_t>(in.number(UINT32_MAX));
  position.line = static_cast<uint32_t>(in.number(UINT32_MAX));
  position.column = static_cast<uint32_t>(in.number(UINT32_MAX));
  return position;
}

Assertion readInvariant(Reader& in) {
  const SourcePosition position = readPosition(in);
  return Assertion::inC(position, std::string(in.string()));
}

void write(Writer& out, const LoopResult& loop) {
  write(out, loop.position);
  out.number(loop.isRecursion ? 1 : 0).number(static_cast<uint64_t>(loop.status)).string(loop.how);
  out.number(loop.lasso ? 1 : 0);
  if (loop.lasso) write(out, *loop.lasso);
  out.number(loop.recurrentSet ? 1 : 0);
  if (loop.recurrentSet) write(out, *loop.recurrentSet);
}

LoopResult readLoop(Reader& in, const Program& program) {
  LoopResult loop;
  loop.position = readPosition(in);
  loop.isRecursion = in.number(1) == 1;
  loop.status = static_cast<CheckStatus>(in.number(static_cast<uint64_t>(CheckStatus::Violated)));
  loop.how = in.string();
  if (in.number(1) == 1) loop.lasso = readLasso(in, program);
  if (in.number(1) == 1) loop.recurrentSet = readRecurrentSet(in, program);
  return loop;
}

void write(Writer& out, const RefutationCheck& check) {
  out.number(check.number).number(check.confirmed).string(check.solver);
}

RefutationCheck readRefutations(Reader& in) {
  RefutationCheck check;
  check.number = in.number();
  check.confirmed = in.number(check.number);
  check.solver = in.string();
  return check;
}

} // namespace

std::string printResult(const Result& result) {
  Writer out;
  out.number(static_cast<uint64_t>(result.question)).number(static_cast<uint64_t>(result.verdict));
  out.string(result.reason).number(result.checks.size());
  for (const CheckResult& check : result.checks) {
    out.number(check.error.index()).number(static_cast<uint64_t>(check.status)).string(check.how);
    out.number(check.counterexample ? 1 : 0);
    if (check.counterexample) write(out, *check.counterexample);
  }
  out.number(result.obstacles.size());
  for (const ObstacleResult& obstacle : result.obstacles)
    out.number(obstacle.row.index()).number(static_cast<uint64_t>(obstacle.status)).string(obstacle.how);
  out.number(result.invariants.size());
  for (const Assertion& invariant : result.invariants) write(out, invariant);
  out.number(result.loops.size());
  for (const LoopResult& loop : result.loops) write(out, loop);
  const ProofCheck& check = result.proofCheck;
  out.number(check.status).string(check.solver);
  write(out, check.refutations);
  return out.word("end").take();
}

std::optional<Result> parseResult(std::string_view text, const Program& program) {
  Reader in(text);
  Result result;
  result.question = static_cast<Question>(in.number(static_cast<uint64_t>(Question::Termination)));
  result.verdict = static_cast<Verdict>(in.number(static_cast<uint64_t>(Verdict::False)));
  result.reason = in.string();
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
    CheckResult check{readLocation(in, program), CheckStatus::Open, {}, {}};
    check.status = static_cast<CheckStatus>(in.number(static_cast<uint64_t>(CheckStatus::Violated)));
    check.how = in.string();
    if (in.number(1) == 1) check.counterexample = readCounterexample(in, program);
    result.checks.push_back(std::move(check));
  }
  const uint64_t numObstacles = in.number();
  const size_t numRows = numObstacles > 0 ? CheckTable(program).rows().size() : 0;
  for (uint64_t left = numObstacles; left > 0 && !in.failed(); --left) {
    ObstacleResult obstacle{readRow(in), CheckStatus::Open, {}};
    obstacle.status = static_cast<CheckStatus>(in.number(static_cast<uint64_t>(CheckStatus::Violated)));
    obstacle.how = in.string();
    in.require(obstacle.row.index() < numRows);
    result.obstacles.push_back(std::move(obstacle));
  }
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) result.invariants.push_back(readInvariant(in));
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) result.loops.push_back(readLoop(in, program));
  result.proofCheck.status = static_cast<ProofCheck::Status>(in.number(ProofCheck::Contradicted));
  result.proofCheck.solver = in.string();
  result.proofCheck.refutations = readRefutations(in);
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return result;
}

namespace {

enum FactKind : uint8_t { kProvedRow, kAssertion, kSafeDepth };

} // namespace

std::string printFact(const Fact& fact) {
  Writer out;
  out.string(fact.engine);
  if (const auto* proof = std::get_if<ProvedRow>(&fact.what)) {
    out.number(kProvedRow).number(proof->row.index()).string(proof->how).string(proof->solver);
    write(out, proof->refutations);
  } else if (const auto* invariant = std::get_if<Assertion>(&fact.what)) {
    write(out.number(kAssertion), *invariant);
  } else if (const auto* depth = std::get_if<SafeDepth>(&fact.what)) {
    out.number(kSafeDepth).number(depth->backEdges);
  }
  return out.word("end").take();
}

std::optional<Fact> parseFact(std::string_view text, const Program& program) {
  Reader in(text);
  Fact fact;
  fact.engine = in.string();
  switch (in.number(kSafeDepth)) {
  case kProvedRow: {
    ProvedRow proof{readRow(in), in.string(), in.string(), readRefutations(in)};
    fact.what = std::move(proof);
    break;
  }
  case kAssertion: {
    Assertion invariant = readInvariant(in);
    in.require(invariant.position.known() && invariant.position.file < program.files.size());
    fact.what = std::move(invariant);
    break;
  }
  default:
    fact.what = SafeDepth{static_cast<uint32_t>(in.number(UINT32_MAX))};
  }
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return fact;
}

} // namespace assay
