# SPDX-License-Identifier: Apache-2.0
# assay_module(NAME DEPENDS module... [LIBRARIES target...] [EXCLUDE file...] [EXCLUDE_FOLDERS folder...]
#              [ALIKE_FOLDERS folder...] [APART])
#
# One folder under src/ becomes one static library assay_NAME of all its *.cc files (sub-folders too), and one test
# program NAME_test of its *_test.cc files, which stand beside the source that they test. Which module may depend on
# which is held by tools/check_layers.py.
#
# With ASSAY_UNITY the files of a folder are compiled eight at a time, which halves the time of a build from nothing. So
# names at file level differ within a folder; but not in those of ALIKE_FOLDERS, whose files have the same parts. Files of a
# module that is APART stay so outside of sanitizer builds: who links a part of it must not get what the other parts need.
function(assay_module name)
  cmake_parse_arguments(ARG "APART" "" "DEPENDS;LIBRARIES;EXCLUDE;EXCLUDE_FOLDERS;ALIKE_FOLDERS" ${ARGN})
  set(folder ${CMAKE_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cc)
  foreach(excluded IN LISTS ARG_EXCLUDE_FOLDERS)
    list(FILTER sources EXCLUDE REGEX "/src/${name}/${excluded}/")
  endforeach()
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  foreach(file IN LISTS ARG_EXCLUDE)
    list(REMOVE_ITEM sources ${folder}/${file})
    string(REGEX REPLACE "\\.cc$" "_test.cc" test ${file})
    list(REMOVE_ITEM tests ${folder}/${test})
  endforeach()
  list(TRANSFORM ARG_DEPENDS PREPEND assay_)
  if(NOT sources)
    message(STATUS "src/${name}: headers only")
    add_library(assay_${name} INTERFACE)
    return()
  endif()
  add_library(assay_${name} STATIC ${sources})
  target_include_directories(assay_${name} PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(assay_${name} PUBLIC ${ARG_DEPENDS} ${ARG_LIBRARIES} Threads::Threads)
  foreach(alike IN LISTS ARG_ALIKE_FOLDERS)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/${alike}/*.cc)
    set_source_files_properties(${files} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endforeach()
  if(NOT ARG_APART OR ASSAY_SANITIZE)
    assay_unity(assay_${name} ${sources})
  endif()
  if(ASSAY_TESTS AND tests)
    assay_test(${name}_test SOURCES ${tests} LIBRARIES assay_${name})
    assay_unity(${name}_test ${tests})
  endif()
endfunction()

# assay_unity(TARGET file...): the target's files in batches of one folder each, with ASSAY_UNITY.
function(assay_unity target)
  if(NOT ASSAY_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(file IN LISTS ARGN)
    get_filename_component(folder ${file} DIRECTORY)
    string(MD5 batch ${folder})
    math(EXPR number "${count_${batch}} + 0" OUTPUT_FORMAT DECIMAL)
    math(EXPR count_${batch} "${number} + 1")
    math(EXPR part "${number} / 8")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${batch}_${part})
  endforeach()
endfunction()

# assay_test(NAME SOURCES file... LIBRARIES target... [LABEL unit]): a GoogleTest program, one ctest entry per program.
function(assay_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;LIBRARIES" ${ARGN})
  if(NOT ARG_LABEL)
    set(ARG_LABEL unit)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE ASSAY_GOLDEN_DIR="${CMAKE_SOURCE_DIR}/tests/golden"
                                             ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
  set_tests_properties(${name} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 300)
endfunction()
