// What globals begin with: variables of the Program for cells of promoted ones, bytes for objects.
#pragma once

#include "frontend/lower/constant.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// A variable of the Program that stands for a cell of a promoted object.
using CellKey = std::pair<const llvm::Value*, uint64_t>;

class LowerGlobals {
public:
  LowerGlobals(Program& program, const LowerTypes& types, LowerConstants& constants)
      : program_(program), types_(types), constants_(constants) {}

  void addCells(const llvm::GlobalVariable& global, const Promotion::Cells& cells, SourcePositions& positions,
                DebugTypes& debugTypes);
  VariableId cell(CellKey key) const { return cells_.at(key); }
  /// The contents of all objects that the module defines, and of those that are met in their initialisers.
  void fillObjects(StaticObjects& objects);
  /// An initialiser that holds an address of which nothing is known here.
  struct Obstacle {
    const llvm::GlobalVariable* global = nullptr; // null: there is none
    std::string message;
  };
  const Obstacle& obstacle() const { return obstacle_; }

private:
  std::vector<uint8_t> initialBytes(const llvm::GlobalVariable& global);
  void write(const llvm::Constant* initializer, uint64_t offset, std::vector<uint8_t>& bytes);
  std::string obstacleIn(const llvm::Constant* initializer) const;
  void writeScalar(const llvm::Constant* initializer, uint64_t offset, std::vector<uint8_t>& bytes);

  Program& program_;
  const LowerTypes& types_;
  LowerConstants& constants_;
  std::map<CellKey, VariableId> cells_;
  const llvm::GlobalVariable* current_ = nullptr; // whose initialiser is being written
  Obstacle obstacle_;
};

} // namespace assay
