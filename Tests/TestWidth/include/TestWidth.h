// Sets how many tests run at once. A test target that depends on it is enough: all tests are one program.
