"""The modules of `.tools/bench`."""
