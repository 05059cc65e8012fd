# SPDX-License-Identifier: Apache-2.0
# libmlperf_loadgen, shared and static, with its headers, for clients outside this tree.
#
# The static archive holds one object of everything that the library needs, with all names local but those of the API,
# so that it can stand beside any other code.
set(loadgen_parts assay_verdict assay_metric assay_load assay_spec assay_record assay_round assay_random assay_stats
    assay_base)

add_library(mlperf_loadgen SHARED $<TARGET_OBJECTS:assay_loadgen>)
target_link_libraries(mlperf_loadgen PRIVATE ${loadgen_parts} Threads::Threads)
target_link_options(mlperf_loadgen PRIVATE -Wl,--exclude-libs,ALL -Wl,--gc-sections)
if(NOT ASSAY_SANITIZE)
  target_link_options(mlperf_loadgen PRIVATE -Wl,--no-undefined)
endif()
target_include_directories(mlperf_loadgen INTERFACE ${CMAKE_SOURCE_DIR}/include/loadgen)
set_target_properties(mlperf_loadgen PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

set(loadgen_archive ${CMAKE_BINARY_DIR}/lib/libmlperf_loadgen.a)
set(loadgen_object ${CMAKE_BINARY_DIR}/lib/mlperf_loadgen_all.o)
set(loadgen_part_files ${loadgen_parts})
list(TRANSFORM loadgen_part_files REPLACE "(.+)" "$<TARGET_FILE:\\1>")
add_custom_command(OUTPUT ${loadgen_archive} DEPENDS assay_loadgen ${loadgen_parts} VERBATIM COMMAND_EXPAND_LISTS
  COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -Wl,--force-group-allocation -o ${loadgen_object}
          $<TARGET_OBJECTS:assay_loadgen> -Wl,--start-group ${loadgen_part_files} -Wl,--end-group
  # Inline variables may be in the client's code too: weak, as they were before the parts became one object.
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden --wildcard "--weaken-symbol=_ZNSt*" "--weaken-symbol=_ZZNSt*"
          "--weaken-symbol=_ZN5assay*" ${loadgen_object}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${loadgen_archive}
  COMMAND ${CMAKE_AR} rcs ${loadgen_archive} ${loadgen_object})
add_custom_target(mlperf_loadgen_static ALL DEPENDS ${loadgen_archive})

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/assayConfig.cmake.in ${CMAKE_BINARY_DIR}/assayConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/assay PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/assayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(${CMAKE_SOURCE_DIR}/cmake/mlperf_loadgen.pc.in ${CMAKE_BINARY_DIR}/mlperf_loadgen.pc @ONLY)

install(TARGETS mlperf_loadgen LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT loadgen
        NAMELINK_COMPONENT loadgen)
install(FILES ${loadgen_archive} DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT loadgen)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/loadgen DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT loadgen)
install(FILES ${CMAKE_BINARY_DIR}/assayConfig.cmake ${CMAKE_BINARY_DIR}/assayConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/assay COMPONENT loadgen)
install(FILES ${CMAKE_BINARY_DIR}/mlperf_loadgen.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT loadgen)
