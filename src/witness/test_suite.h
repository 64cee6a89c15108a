// A test suite in the exchange format of Test-Comp (test-format 1.1): a folder with metadata.xml and one XML file a
// test.
//
// Nothing is ever half written: a file is made under another name and renamed when it is complete.
#pragma once

#include "witness/test_case.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct SuiteMetadata {
  std::string producer;
  std::string specification; // COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )
  std::vector<std::string> programFiles;
  std::string entryFunction;
  uint32_t dataModel = 64;
};

class TestSuite {
public:
  /// Makes the folder and its metadata. Tests of an earlier suite go away; throws UsageError if the folder holds
  /// something else, InputError if it cannot be written.
  TestSuite(std::filesystem::path folder, const SuiteMetadata& metadata);

  void add(TestCase test);
  /// Removes the other tests and gives the rest consecutive numbers. `kept` is in ascending order.
  void keep(const std::vector<size_t>& kept);

  const std::vector<TestCase>& tests() const { return tests_; }
  std::filesystem::path fileOf(size_t test) const;
  const std::filesystem::path& folder() const { return folder_; }

private:
  std::filesystem::path folder_;
  std::vector<TestCase> tests_;
};

} // namespace assay
