# Reading the standard library's headers takes as long as compiling what they are for: they are read once, for all layers,
# and once more with GoogleTest for all tests. The debug preset does without, and so sees to it that files include what
# they use.
set(ASSAY_COMMON_HEADERS <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <ostream> <span>
    <sstream> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
function(assay_precompile TARGET OWNER)
  if("${TARGET}" STREQUAL "${OWNER}")
    target_precompile_headers(${TARGET} PRIVATE ${ASSAY_COMMON_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${TARGET} REUSE_FROM ${OWNER})
  endif()
  target_compile_options(${TARGET} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>) # for ccache
endfunction()

# assay_batches(TARGET FILE...)
# Neighbours are compiled together, up to eight files of a folder at a time: most of the time goes into reading headers. The
# presets for clang and for sanitizers do without, and so see to it that each file stands on its own.
function(assay_batches TARGET)
  set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ${ASSAY_BATCHES} UNITY_BUILD_MODE GROUP)
  foreach(FILE ${ARGN})
    cmake_path(GET FILE PARENT_PATH FOLDER)
    cmake_path(GET FOLDER FILENAME FOLDER)
    math(EXPR ${FOLDER}_FILES "0${${FOLDER}_FILES} + 1")
    math(EXPR BATCH "(${${FOLDER}_FILES} + 7) / 8")
    set_source_files_properties(${FILE} PROPERTIES UNITY_GROUP ${FOLDER}_${BATCH})
  endforeach()
endfunction()

# assay_layer(NAME USES... LIBRARIES...)
# One layer: a static library from the .cpp files of the folder, and one test program from its *_test.cpp files,
# which stand beside what they test. PRECOMPILE names headers beside the common ones.
function(assay_layer NAME)
  cmake_parse_arguments(ARG "" "" "USES;LIBRARIES;INCLUDES;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(TESTS ${SOURCES})
  list(FILTER TESTS INCLUDE REGEX "_test\\.cpp$")
  list(FILTER SOURCES EXCLUDE REGEX "_test\\.cpp$|/main\\.cpp$")
  if(SOURCES)
    add_library(assay_${NAME} STATIC ${SOURCES})
    assay_batches(assay_${NAME} ${SOURCES})
    set(SCOPE PUBLIC)
    if(ARG_PRECOMPILE)
      assay_precompile(assay_${NAME} assay_${NAME} ${ARG_PRECOMPILE})
    else()
      assay_precompile(assay_${NAME} assay_util)
      # Not for layers with precompiled headers: these stay what they are in other builds, and in the compiler cache.
      if(ASSAY_PLANT AND NOT NAME STREQUAL util)
        target_compile_definitions(assay_${NAME} PRIVATE ASSAY_PLANT)
      endif()
    endif()
  else()
    add_library(assay_${NAME} INTERFACE)
    set(SCOPE INTERFACE)
  endif()
  target_include_directories(assay_${NAME} ${SCOPE} ${PROJECT_SOURCE_DIR}/src)
  target_include_directories(assay_${NAME} SYSTEM ${SCOPE} ${ARG_INCLUDES})
  list(TRANSFORM ARG_USES PREPEND assay_)
  target_link_libraries(assay_${NAME} ${SCOPE} ${ARG_USES} ${ARG_LIBRARIES})
  if(TESTS)
    add_executable(${NAME}_test ${TESTS})
    assay_batches(${NAME}_test ${TESTS})
    # What is tested is optimised; the tests themselves need not be, and build faster.
    target_compile_options(${NAME}_test PRIVATE $<$<CONFIG:Release>:-O0>)
    target_link_libraries(${NAME}_test PRIVATE assay_${NAME} GTest::gtest GTest::gtest_main)
    assay_precompile(${NAME}_test util_test <gtest/gtest.h>)
    add_test(NAME ${NAME} COMMAND ${NAME}_test)
  endif()
endfunction()
