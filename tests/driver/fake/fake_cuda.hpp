// SPDX-License-Identifier: MIT
// What a test tells the fake driver to do, and what the driver was asked.
#pragma once

#include <tmamap/spec.hpp>

#include <cuda.h>

#include <cstddef>
#include <cstring>

struct FakeCuda {
  // To do.
  CUresult result = CUDA_SUCCESS;
  std::size_t bytes_written = sizeof(CUtensorMap); // each 0xA5, whatever the result
  CUresult context_result = CUDA_SUCCESS;
  int capability = 90;
  const char *missing = ""; // the entry point that this driver does not have

  // Asked.
  int calls = 0;
  int attribute_queries = 0;
  void *address = nullptr;
  bool null_map = false;
  tmamap::Spec spec = {}; // as the arrays said, of calls without a null pointer
};

// fake_cuda_script, the library's one symbol beside the driver's own.
using FakeCudaScript = FakeCuda *(*)();
