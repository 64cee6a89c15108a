#include "engine/shapes/heap_dot.h"

#include "engine/shapes/heap_words.h"
#include "program/dot.h"

#include <algorithm>

namespace assay::shapes {

namespace {

/// The structure that stands in a block, and where it begins there.
struct Structure {
  CTypeId type;
  int64_t base = 0;
};

class Drawing {
public:
  Drawing(const Program& program, const State& state, const std::string& prefix)
      : program_(program), types_(*program.types), state_(state), heap_(program, copy_), prefix_(prefix) {}

  std::string text() {
    findStructures();
    for (const auto& [number, block] : state_.blocks) draw(number, block);
    for (const auto& [number, block] : state_.statics) drawStatic(number, block);
    for (const auto& [variable, value] : state_.variables) drawVariable(variable, value);
    if (!notes_.empty()) node("notes", notes_, "shape=note, style=dashed");
    return text_;
  }

private:
  using Lines = std::vector<std::string>;

  std::string blockName(uint32_t number) const { return prefix_ + "b" + std::to_string(number); }
  std::string staticName(uint64_t number) const { return prefix_ + "s" + std::to_string(number); }

  /// By the types of the variables that lead to them, then by those of members, from block to block.
  void findStructures() {
    std::vector<uint32_t> work;
    const auto add = [&](const Value& value, CTypeId type) {
      if (!value.isPointer() || !type.valid() || types_[type].kind != CType::Struct) return;
      if (structures_.emplace(value.object, Structure{type, value.offset}).second) work.push_back(value.object);
    };
    for (const auto& [variable, value] : state_.variables)
      if (!program_[variable].sourceName.empty()) add(value, targetOf(types_, program_[variable].cType));
    for (const auto& [number, block] : state_.statics)
      for (const auto& [offset, field] : block.fields)
        add(field.value, targetOf(types_, memberOf(program_.objects[number], offset).type));
    while (!work.empty()) {
      const uint32_t number = work.back();
      work.pop_back();
      for (const auto& [offset, field] : state_.blocks.at(number).fields)
        add(field.value, targetOf(types_, memberOf(number, offset).type));
    }
  }

  Member memberOf(uint32_t number, uint64_t offset) const {
    const auto found = structures_.find(number);
    return found == structures_.end() ? memberAt(types_, CTypeId(), 0, offset)
                                      : memberAt(types_, found->second.type, found->second.base, offset);
  }

  Member memberOf(const StaticObject& object, uint64_t offset) const {
    const bool isWhole = offset == 0 && object.cType.valid() && types_[object.cType].kind != CType::Struct;
    return isWhole ? Member{object.name, object.cType} : memberAt(types_, object.cType, 0, offset);
  }

  void node(const std::string& name, const Lines& lines, const std::string& attributes) {
    text_ += "    " + (name.starts_with(prefix_) ? name : prefix_ + name) + " [label=\"";
    for (const std::string& line : lines) text_ += escapeForDot(line) + "\\l";
    text_ += "\", " + attributes + "];\n";
  }

  void edge(const std::string& from, const std::string& to, const std::string& label, const std::string& attributes) {
    text_ += "    " + from + " -> " + to + " [label=\"" + escapeForDot(label) + "\"" +
             (attributes.empty() ? "" : ", " + attributes) + "];\n";
  }

  /// The node that a pointer leads to; null and static objects that were not written get one each time.
  std::string targetNode(const Value& value) {
    if (value.isPointer()) return blockName(value.object);
    std::string label = "NULL";
    if (!value.isNull()) {
      const std::optional<Heap::Target> target = heap_.target(value);
      if (target && state_.statics.contains(target->staticObject)) return staticName(target->staticObject);
      label = target && target->staticObject != 0 ? program_.objects[target->staticObject].name : "anywhere";
    }
    const std::string name = prefix_ + "t" + std::to_string(numTargets_++);
    text_ += "    " + name + " [label=\"" + escapeForDot(label) + "\", shape=plaintext];\n";
    return name;
  }

  bool leadsSomewhere(const Value& value) const { return value.isPointer() || heap_.isStaticAddress(value); }

  void drawVariable(VariableId variable, const Value& value) {
    const Variable& declared = program_[variable];
    if (declared.sourceName.empty()) return;
    if (leadsSomewhere(value)) {
      const std::string name = prefix_ + "v" + std::to_string(variable.index());
      text_ += "    " + name + " [label=\"" + escapeForDot(declared.sourceName) + "\", shape=plaintext];\n";
      edge(name, targetNode(value), value.last ? "last" : "", "");
      return;
    }
    const bool isNull = isPointer(declared.cType) && value.isNull();
    const std::string note = isNull ? declared.sourceName + " == NULL" : factsOf(state_, declared.sourceName, value);
    // Calls of one function have variables of one name.
    if (!note.empty() && !std::ranges::count(notes_, note)) notes_.push_back(note);
  }

  bool isPointer(CTypeId type) const { return type.valid() && types_[type].kind == CType::Pointer; }

  std::string titleOf(uint32_t number, const Block& block) const {
    const auto found = structures_.find(number);
    const std::string type = found == structures_.end() || types_[found->second.type].name.empty()
                                 ? std::to_string(block.size) + " bytes"
                                 : types_[found->second.type].name;
    if (!block.isAlive) return type + ", freed";
    if (block.isWholeTree()) return "a tree of " + type;
    if (block.isSegment())
      return (block.isTree() ? "a path of a tree of " : "a segment of ") + type + ", " + std::to_string(block.min) +
             " or more";
    return (block.min == 0 ? "perhaps " : "") + type;
  }

  void draw(uint32_t number, const Block& block) {
    const std::string name = blockName(number);
    Lines lines{titleOf(number, block)};
    const auto member = [&](uint64_t offset) { return memberOf(number, offset); };
    if (block.isAlive) addFields(name, block, member, lines);
    node(name, lines,
         !block.isAlive      ? "shape=box, style=dashed, color=gray"
         : block.isSegment() ? "shape=box3d, style=filled, fillcolor=\"#dce9f7\""
                             : "shape=box, style=filled, fillcolor=\"#f4f4f4\"");
    if (!block.isAlive || !block.isSegment()) return;
    const Links& links = *block.links;
    std::string by;
    for (const uint64_t branch : links.branches) by += (by.empty() ? "" : ", ") + member(branch).name;
    if (by.empty()) by = member(links.next).name;
    edge(name, name, by + (links.isDouble ? " (back: " + member(links.prev).name + ")" : ""), "style=dotted");
  }

  void drawStatic(uint64_t number, const Block& block) {
    const StaticObject& object = program_.objects[number];
    Lines lines{object.name};
    addFields(staticName(number), block, [&](uint64_t offset) { return memberOf(object, offset); }, lines);
    node(staticName(number), lines, "shape=box, style=\"rounded,filled\", fillcolor=\"#f7f0dc\"");
  }

  /// Numbers are lines of the node, pointers are edges.
  template <class F>
  void addFields(const std::string& name, const Block& block, const F& memberAtOffset, Lines& lines) {
    for (const auto& [offset, field] : block.fields) {
      const bool isInside = block.isSegment() && block.links->isLink(offset) && offset != block.links->next &&
                            !(block.links->isDouble && offset == block.links->prev);
      if (isInside || (block.isWholeTree() && offset == block.links->next)) continue;
      const auto [member, type] = memberAtOffset(offset);
      const std::string attributes = field.each ? "style=dashed" : "";
      if (field.value.isNode())
        edge(name, name, member + ": itself", attributes);
      else if (leadsSomewhere(field.value) ||
               (field.value.isNull() && (isPointer(type) || block.pointers.contains(offset))))
        edge(name, targetNode(field.value), (field.each ? "each " : "") + member + (field.value.last ? ", last" : ""),
             attributes);
      else if (const std::string facts = factsOf(state_, member, field.value); !facts.empty())
        lines.push_back(facts);
    }
  }

  const Program& program_;
  const CTypes& types_;
  const State& state_;
  State copy_; // empty: only addresses of static objects are asked for
  Heap heap_;
  const std::string& prefix_;
  std::map<uint32_t, Structure> structures_;
  Lines notes_;
  std::string text_;
  uint32_t numTargets_ = 0;
};

} // namespace

std::string heapInDot(const Program& program, const State& state, const std::string& prefix) {
  return Drawing(program, state, prefix).text();
}

} // namespace assay::shapes
