#include "witness/test_suite.h"

#include "util/atomic_file.h"
#include "util/error.h"
#include "util/file_text.h"
#include "util/sha256.h"

#include <pugixml.hpp>

#include <chrono>
#include <ctime>
#include <fstream>
#include <sstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMetadataType =
    R"(test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" )"
    R"("https://sosy-lab.org/test-format/test-metadata-1.1.dtd")";
constexpr const char* kTestType = R"(testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" )"
                                  R"("https://sosy-lab.org/test-format/testcase-1.1.dtd")";

std::string timeNow() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

/// A document with a root of the given type.
pugi::xml_node begin(pugi::xml_document& document, const char* type, const char* root) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  declaration.append_attribute("standalone") = "no";
  document.append_child(pugi::node_doctype).set_value(type);
  return document.append_child(root);
}

void addText(pugi::xml_node parent, const char* name, const std::string& text) {
  parent.append_child(name).text().set(text.c_str());
}

std::string toText(const pugi::xml_document& document) {
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

std::string metadataText(const SuiteMetadata& metadata) {
  pugi::xml_document document;
  pugi::xml_node root = begin(document, kMetadataType, "test-metadata");
  std::string names, all;
  for (const std::string& file : metadata.programFiles) {
    names += (names.empty() ? "" : " ") + file;
    all += textOfFile(file).value_or("");
  }
  addText(root, "sourcecodelang", "C");
  addText(root, "producer", metadata.producer);
  addText(root, "specification", metadata.specification);
  addText(root, "programfile", names);
  addText(root, "programhash", sha256(all));
  addText(root, "entryfunction", metadata.entryFunction);
  addText(root, "architecture", std::to_string(metadata.dataModel) + "bit");
  addText(root, "creationtime", timeNow());
  return toText(document);
}

std::string testText(const TestCase& test) {
  pugi::xml_document document;
  pugi::xml_node root = begin(document, kTestType, "testcase");
  if (test.coversError()) root.append_attribute("coversError") = "true";
  for (const TestInput& input : test.inputs) {
    pugi::xml_node node = root.append_child("input");
    node.append_attribute("type") = input.type.c_str();
    node.text().set(input.value.c_str());
  }
  return toText(document);
}

/// Our own: testcase-N.xml, metadata.xml, coverage.html, and drafts of them.
bool isOfSuite(const fs::path& file) {
  std::string name = file.filename().string();
  if (name.ends_with(kDraftEnding)) name.resize(name.size() - kDraftEnding.size());
  return name == "metadata.xml" || name == "coverage.html" || (name.starts_with("testcase-") && name.ends_with(".xml"));
}

} // namespace

TestSuite::TestSuite(fs::path folder, const SuiteMetadata& metadata) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw InputError(folder_.string() + ": cannot be made: " + error.message());
  std::vector<fs::path> old;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (!isOfSuite(entry.path())) throw UsageError(folder_.string() + " holds files that belong to no test suite");
    old.push_back(entry.path());
  }
  for (const fs::path& file : old) fs::remove(file);
  writeAtOnce(folder_ / "metadata.xml", metadataText(metadata));
}

fs::path TestSuite::fileOf(size_t test) const { return folder_ / ("testcase-" + std::to_string(test + 1) + ".xml"); }

void TestSuite::add(TestCase test) {
  writeAtOnce(fileOf(tests_.size()), testText(test));
  tests_.push_back(std::move(test));
}

void TestSuite::keep(const std::vector<size_t>& kept) {
  std::vector<TestCase> rest;
  size_t next = 0;
  for (size_t i = 0; i < tests_.size(); ++i) {
    if (next < kept.size() && kept[next] == i) {
      if (next != i) fs::rename(fileOf(i), fileOf(next));
      rest.push_back(std::move(tests_[i]));
      ++next;
    } else {
      fs::remove(fileOf(i));
    }
  }
  tests_ = std::move(rest);
}

} // namespace assay
