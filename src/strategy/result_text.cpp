#include "strategy/result_text.h"

#include "program/initial_bytes.h"
#include "program/outline_text.h"
#include "util/words.h"

namespace assay {

namespace {

constexpr int kBase = 16;

void write(WordWriter& out, const std::vector<BitVector>& inputs) {
  out.number(inputs.size());
  for (const BitVector& input : inputs) out.number(input.width()).word(input.toString(kBase));
}

void write(WordWriter& out, const InitialBytes& bytes) {
  out.number(bytes.size());
  for (const auto& [place, byte] : bytes) out.number(place.first).number(place.second).number(byte);
}

void write(WordWriter& out, const Counterexample& counterexample) {
  out.number(counterexample.error.index());
  write(out, counterexample.inputs);
  write(out, counterexample.bytes);
}

void write(WordWriter& out, const Lasso& lasso) {
  out.number(lasso.head.index()).number(lasso.isRecursion ? 1 : 0).number(lasso.begins).number(lasso.ends);
  write(out, lasso.stem);
  write(out, lasso.cycle);
  write(out, lasso.bytes);
}

LocationId readLocation(WordReader& in, const Program& program) {
  const uint64_t index = in.number();
  in.require(index < program.locations().size());
  return LocationId(in.failed() ? 0 : static_cast<uint32_t>(index));
}

/// The user of the row checks whether there is such a row.
RowId readRow(WordReader& in) { return RowId(static_cast<uint32_t>(in.number(UINT32_MAX - 1))); }

bool isHexadecimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void write(WordWriter& out, const RecurrentSet& set) {
  out.number(set.head.index()).number(set.visits).number(static_cast<uint64_t>(set.choice));
  write(out, set.stem);
  out.number(set.conditions.size());
  for (const std::string& condition : set.conditions) out.string(condition);
  out.string(set.text).number(set.iteration ? 1 : 0);
  if (set.iteration) write(out, *set.iteration);
}

std::vector<BitVector> readInputs(WordReader& in) {
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

InitialBytes readBytes(WordReader& in) {
  InitialBytes bytes;
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
    const uint64_t allocation = in.number(), offset = in.number();
    bytes[{allocation, offset}] = static_cast<uint8_t>(in.number(UINT8_MAX));
  }
  return bytes;
}

Counterexample readCounterexample(WordReader& in, const Program& program) {
  Counterexample result{readLocation(in, program), {}, {}};
  result.inputs = readInputs(in);
  result.bytes = readBytes(in);
  return result;
}

Lasso readLasso(WordReader& in, const Program& program) {
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

/// Its head is a location of another automaton; the user of the set checks whether there is such a location.
RecurrentSet readRecurrentSet(WordReader& in, const Program& program) {
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

void write(WordWriter& out, SourcePosition position) {
  out.number(position.file).number(position.line).number(position.column);
}

void write(WordWriter& out, const Assertion& invariant) {
  write(out, invariant.position);
  out.string(invariant.text);
}

SourcePosition readPosition(WordReader& in) {
  SourcePosition position;
  position.file = static_cast<uint32_t>(in.number(UINT32_MAX));
  position.line = static_cast<uint32_t>(in.number(UINT32_MAX));
  position.column = static_cast<uint32_t>(in.number(UINT32_MAX));
  return position;
}

Assertion readInvariant(WordReader& in) {
  const SourcePosition position = readPosition(in);
  return Assertion::inC(position, std::string(in.string()));
}

void write(WordWriter& out, const SharingNote& note) {
  write(out, note.position);
  out.string(note.text).number(note.isOpen ? 1 : 0).number(note.helps.size());
  for (const std::string& help : note.helps) out.string(help);
}

SharingNote readSharing(WordReader& in) {
  SharingNote note{readPosition(in), std::string(in.string())};
  note.isOpen = in.number(1) == 1;
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) note.helps.emplace_back(in.string());
  return note;
}

void write(WordWriter& out, const ThreadAssertion& assertion) {
  write(out, assertion.position);
  out.string(assertion.text);
  write(out, assertion.other);
}

ThreadAssertion readThreadAssertion(WordReader& in) {
  ThreadAssertion assertion{readPosition(in), std::string(in.string())};
  assertion.other = readPosition(in);
  return assertion;
}

void write(WordWriter& out, const LoopResult& loop) {
  write(out, loop.position);
  out.number(loop.isRecursion ? 1 : 0).number(static_cast<uint64_t>(loop.status)).string(loop.how);
  out.number(loop.lasso ? 1 : 0);
  if (loop.lasso) write(out, *loop.lasso);
  out.number(loop.recurrentSet ? 1 : 0);
  if (loop.recurrentSet) write(out, *loop.recurrentSet);
}

LoopResult readLoop(WordReader& in, const Program& program) {
  LoopResult loop;
  loop.position = readPosition(in);
  loop.isRecursion = in.number(1) == 1;
  loop.status = static_cast<CheckStatus>(in.number(static_cast<uint64_t>(CheckStatus::Violated)));
  loop.how = in.string();
  if (in.number(1) == 1) loop.lasso = readLasso(in, program);
  if (in.number(1) == 1) loop.recurrentSet = readRecurrentSet(in, program);
  return loop;
}

void write(WordWriter& out, const RefutationCheck& check) {
  out.number(check.number).number(check.confirmed).string(check.solver);
}

RefutationCheck readRefutations(WordReader& in) {
  RefutationCheck check;
  check.number = in.number();
  check.confirmed = in.number(check.number);
  check.solver = in.string();
  return check;
}

} // namespace

std::string printResult(const Result& result) {
  WordWriter out;
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
  out.number(result.outline ? 1 : 0);
  if (result.outline) writeOutline(out, *result.outline);
  out.number(result.heaps.size());
  for (const HeapDrawing& heap : result.heaps) {
    write(out, heap.position);
    out.string(heap.dot);
  }
  out.number(result.sharing.size());
  for (const SharingNote& note : result.sharing) write(out, note);
  out.number(result.threadAssertions.size());
  for (const ThreadAssertion& assertion : result.threadAssertions) write(out, assertion);
  return out.word("end").take();
}

std::optional<Result> parseResult(std::string_view text, const Program& program) {
  WordReader in(text);
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
  if (in.number(1) == 1) result.outline = readOutline(in);
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
    const SourcePosition position = readPosition(in);
    result.heaps.push_back({position, std::string(in.string())});
  }
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) result.sharing.push_back(readSharing(in));
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left)
    result.threadAssertions.push_back(readThreadAssertion(in));
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return result;
}

std::string printRemembered(const Remembered& remembered) {
  WordWriter out;
  out.number(static_cast<uint64_t>(remembered.verdict)).string(remembered.engine).number(remembered.milliseconds);
  out.number(remembered.violations.size());
  for (const Counterexample& violation : remembered.violations) write(out, violation);
  out.number(remembered.outline ? 1 : 0);
  if (remembered.outline) writeOutline(out, *remembered.outline);
  out.number(remembered.needsSecond ? 1 : 0);
  out.string(remembered.loops).string(remembered.note);
  return out.word("end").take();
}

// The program may be another one by now: where an execution ends is found out, not read.
std::optional<Remembered> parseRemembered(std::string_view text) {
  WordReader in(text);
  Remembered result;
  result.verdict = static_cast<Verdict>(in.number(static_cast<uint64_t>(Verdict::False)));
  result.engine = in.string();
  result.milliseconds = in.number(UINT32_MAX);
  for (uint64_t left = in.number(); left > 0 && !in.failed(); --left) {
    Counterexample violation{LocationId(static_cast<uint32_t>(in.number(UINT32_MAX - 1))), {}, {}};
    violation.inputs = readInputs(in);
    violation.bytes = readBytes(in);
    result.violations.push_back(std::move(violation));
  }
  if (in.number(1) == 1) result.outline = readOutline(in);
  result.needsSecond = in.number(1) == 1;
  result.loops = in.string();
  result.note = in.string();
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return result;
}

namespace {

enum FactKind : uint8_t { kProvedRow, kAssertion, kSafeDepth, kTakenInputs };

} // namespace

std::string printFact(const Fact& fact) {
  WordWriter out;
  out.string(fact.engine);
  if (const auto* proof = std::get_if<ProvedRow>(&fact.what)) {
    out.number(kProvedRow).number(proof->row.index()).string(proof->how).string(proof->solver);
    write(out, proof->refutations);
  } else if (const auto* invariant = std::get_if<Assertion>(&fact.what)) {
    write(out.number(kAssertion), *invariant);
  } else if (const auto* depth = std::get_if<SafeDepth>(&fact.what)) {
    out.number(kSafeDepth).number(depth->backEdges);
  } else if (const auto* execution = std::get_if<TakenInputs>(&fact.what)) {
    write(out.number(kTakenInputs), execution->inputs);
  }
  return out.word("end").take();
}

std::optional<Fact> parseFact(std::string_view text, const Program& program) {
  WordReader in(text);
  Fact fact;
  fact.engine = in.string();
  switch (in.number(kTakenInputs)) {
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
  case kTakenInputs:
    fact.what = TakenInputs{readInputs(in)};
    break;
  default:
    fact.what = SafeDepth{static_cast<uint32_t>(in.number(UINT32_MAX))};
  }
  in.require(in.word() == "end" && in.atEnd());
  if (in.failed()) return std::nullopt;
  return fact;
}

} // namespace assay
