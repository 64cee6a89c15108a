#include "program/source.h"

namespace assay {

uint32_t SourceFiles::add(std::string name) {
  auto [it, isNew] = numbers_.try_emplace(name, static_cast<uint32_t>(names_.size()));
  if (isNew) names_.push_back(std::move(name));
  return it->second;
}

std::string SourceFiles::format(SourcePosition position) const {
  if (!position.known()) return {};
  std::string text = position.file < names_.size() ? names_[position.file] : std::string("?");
  text += ":" + std::to_string(position.line);
  if (position.column != 0) text += ":" + std::to_string(position.column);
  return text;
}

} // namespace assay
