# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The control of scripts/test-races: a race that has to be found.

add_executable(spica_seeded_race races/seeded_race.cpp)
target_link_libraries(spica_seeded_race PRIVATE Spica::core)
add_test(NAME races.control COMMAND spica_seeded_race)
set_tests_properties(races.control PROPERTIES LABELS races PROCESSORS 4 TIMEOUT 300
  PASS_REGULAR_EXPRESSION "WARNING: ThreadSanitizer: data race"
  ENVIRONMENT "OMP_NUM_THREADS=4;OMP_WAIT_POLICY=passive;OMP_PROC_BIND=false")
