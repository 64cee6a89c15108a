#include "program/sampling/pure_calls.h"

#include <algorithm>

namespace assay {

bool PureCalls::Less::operator()(const Key& a, const Key& b) const {
  if (a.first != b.first) return a.first.index() < b.first.index();
  return std::ranges::lexicographical_compare(
      a.second, b.second, [](const BitVector& x, const BitVector& y) { return x.toUint64() < y.toUint64(); });
}

Value PureCalls::valueOf(Sort sort, const BitVector& bits) {
  return sort.isBool() ? Value::boolean(!bits.isZero()) : Value::bitVector(bits);
}

PureCalls::Frame PureCalls::frameOf(Key key) const {
  const Function& function = program_[key.first];
  Frame frame{std::move(key), {}, function.entry};
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const Term parameter = program_[function.parameters[i]].term;
    frame.values.set(parameter, valueOf(parameter.sort(), frame.key.second[i]));
  }
  return frame;
}

/// Takes an edge.
PureCalls::Step PureCalls::step(Frame& frame) {
  if (left_ == 0 || leftOfAll_ == 0) return Step::Fails;
  --left_;
  --leftOfAll_;
  const std::vector<EdgeId>& edges = program_[frame.at].out;
  Evaluator guards(frame.values);
  const auto taken =
      std::ranges::find_if(edges, [&](EdgeId edge) { return guards.evaluateBool(program_[edge].guard); });
  if (taken == edges.end()) return Step::Fails;
  const Edge& edge = program_[*taken];
  frame.at = edge.target;
  Step result = Step::GoesOn;
  for (const Operation& operation : edge.operations) {
    Evaluator now(frame.values);
    result = operation.visit(
        [&](const Assign& assign) {
          frame.values.set(program_[assign.variable].term, now.evaluate(assign.value));
          return Step::GoesOn;
        },
        [&](const Return& returns) {
          const Value value = returns.value ? now.evaluate(returns.value) : Value::boolean(false);
          returned_ = value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool()) : value.bits();
          return Step::Returns;
        },
        [&](const Call& call) {
          if (!program_[call.callee].hasBody()) return Step::Fails;
          std::vector<BitVector> arguments;
          for (const Term argument : call.arguments) {
            const Value& value = now.evaluate(argument);
            arguments.push_back(value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool()) : value.bits());
          }
          called_ = frameOf({call.callee, std::move(arguments)});
          called_->wanted = call.result;
          return Step::Calls;
        },
        [](const Input&) { return Step::Fails; }, [](const OfMemory auto&) { return Step::Fails; },
        [](const OfThreads auto&) { return Step::Fails; });
    if (result != Step::GoesOn) break;
  }
  return result;
}

std::optional<BitVector> PureCalls::call(FunctionId function, std::vector<BitVector> arguments) {
  const Key first{function, std::move(arguments)};
  if (const auto it = known_.find(first); it != known_.end()) return it->second;
  std::vector<Frame> frames{frameOf(first)};
  known_[first] = std::nullopt;
  left_ = maxOfCall_;
  while (!frames.empty()) {
    Frame& frame = frames.back();
    const Step done = step(frame);
    if (done == Step::GoesOn) continue;
    if (done == Step::Fails) return std::nullopt;
    if (done == Step::Calls) {
      const auto it = known_.find(called_->key);
      if (it == known_.end()) {
        known_[called_->key] = std::nullopt;
        frames.push_back(std::move(*called_));
        continue;
      }
      if (!it->second) return std::nullopt; // it is not known to return, or is this very call
      if (called_->wanted.valid()) {
        const Term wanted = program_[called_->wanted].term;
        frame.values.set(wanted, valueOf(wanted.sort(), *it->second));
      }
      continue;
    }
    known_[frame.key] = returned_;
    const VariableId wanted = frame.wanted;
    frames.pop_back();
    if (frames.empty() || !wanted.valid()) continue;
    const Term result = program_[wanted].term;
    frames.back().values.set(result, valueOf(result.sort(), returned_));
  }
  return known_[first];
}

} // namespace assay
