#include "TestWidth.h"

#include <stdlib.h>

// Swift Testing starts all tests at once unless it is told otherwise. On two cores each then waits behind a thousand
// others, and time limits count that wait. The variable is read before the first test, so it is set when the tests are
// loaded; the environment of whoever runs them goes first.
__attribute__((constructor)) static void set_test_width(void) {
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
