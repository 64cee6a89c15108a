#include "engine/shapes/state_text.h"

namespace assay::shapes {

namespace {

std::string textOf(const State& state, const Value& value) {
  if (value.isNumber()) {
    if (!value.isConstant() || !value.number.sort().isBitVec()) return value.number.toString();
    return value.number.value().isZero() ? "0" : value.number.value().toSignedString();
  }
  if (value.isNode()) return "itself+" + std::to_string(value.offset);
  const Block& block = state.blocks.at(value.object);
  std::string text = value.last ? "last of #" : "#";
  text += std::to_string(value.object);
  if (value.offset != 0) text += (value.offset > 0 ? "+" : "") + std::to_string(value.offset);
  return block.isAlive ? text : text + " (dead)";
}

std::string textOf(const State& state, const Block& block) {
  static constexpr std::string_view kKinds[] = {"heap", "stack", "library", "static"};
  std::string text = std::string(kKinds[static_cast<size_t>(block.kind)]);
  if (block.isWholeTree())
    text += " tree of blocks";
  else if (block.isSegment())
    text += std::string(block.isTree() ? " path" : " segment") + " of at least " + std::to_string(block.min) +
            (block.min == 1 ? " block" : " blocks");
  text += " of " + std::to_string(block.size) + " bytes";
  if (!block.isAlive) return text + ", dead";
  for (const auto& [offset, field] : block.fields) {
    text += ", +" + std::to_string(offset) + (field.each ? " each " : " ") + textOf(state, field.value);
    if (field.otherwise.isNode()) text += " or " + textOf(state, field.otherwise);
    if (block.isSegment() && offset == block.links->next) text += " (next)";
    if (block.isSegment() && block.links->isDouble && offset == block.links->prev) text += " (prev)";
  }
  return text;
}

} // namespace

std::string toText(const Program& program, const State& state) {
  std::string text;
  for (const auto& [variable, value] : state.variables)
    text += std::string(program[variable].name()) + " = " + textOf(state, value) + "\n";
  for (const auto& [number, block] : state.statics)
    text += program.objects[number].name + ": " + textOf(state, block) + "\n";
  for (const auto& [number, block] : state.blocks)
    text += "#" + std::to_string(number) + ": " + textOf(state, block) + "\n";
  for (Term constraint : state.constraints) text += constraint.toString() + "\n";
  if (state.mayHaveLost) text += "there may be further blocks\n";
  return text;
}

} // namespace assay::shapes
