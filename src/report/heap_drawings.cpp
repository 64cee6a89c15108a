#include "report/heap_drawings.h"

#include "program/check_table.h"
#include "program/dot.h"

#include <map>

namespace assay {

std::string heapGraph(const Program& program, const std::vector<HeapDrawing>& heaps) {
  std::map<std::string, size_t> numbers; // of heaps, by place
  std::vector<std::string> titles;
  for (const HeapDrawing& heap : heaps) {
    std::string place = textWithPlace(program, "loop", heap.position);
    const size_t number = ++numbers[place];
    titles.push_back(std::move(place) + ", heap " + std::to_string(number));
  }
  std::string text = "digraph heaps {\n"
                     "  graph [fontname=\"Helvetica\", labeljust=l, rankdir=LR];\n"
                     "  node [fontname=\"Helvetica\", fontsize=10];\n"
                     "  edge [fontname=\"Helvetica\", fontsize=9];\n";
  // Graphviz puts the last cluster on top.
  for (size_t i = heaps.size(); i-- > 0;)
    text += "  subgraph cluster" + std::to_string(i) + " {\n    label=\"" + escapeForDot(titles[i]) + "\";\n" +
            heaps[i].dot + "  }\n";
  return text + "}\n";
}

} // namespace assay
