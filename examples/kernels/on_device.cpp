// SPDX-License-Identifier: MIT
// Runs the CUDA twins on this machine's GPU and compares global memory with the model's, byte for
// byte: one line each. Exit code 0: all alike; 1: some differ, fail or hang; 77: no such GPU.
#include "device.hpp"
#include "example.hpp"

#include <tmamap/descriptor.hpp>

#include <cuda_runtime_api.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <thread>

using namespace examples;

namespace {

constexpr int skipped = 77;
constexpr std::chrono::seconds patience(20);
constexpr int launches = 100; // of each: the same bytes each time

constexpr LaunchOnDevice twins[] = {launch_single_tile,   launch_load_store, launch_load_reduce,
                                    launch_swizzled_grid, launch_pipeline,   launch_multicast};

int probe() {
  int count = 0, major = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0 ||
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) != cudaSuccess ||
      major != 9) {
    std::printf("kernels: skipped, no device of compute capability 9.x\n");
    return skipped;
  }
  return 0;
}

bool failed(const Example &example, cudaError_t error) {
  if (error != cudaSuccess)
    std::printf("%-18s fails: %s\n", example.name.data(), cudaGetErrorString(error));
  return error != cudaSuccess;
}

std::vector<std::uint8_t> by_the_model(const Example &example) {
  Memory memory(example);
  const Arguments args = arguments(example, Memory::address, false);
  const kernel::Result result = kernel::run(
      example.launch, [&](Thread &t) { return example.thread(t, args); }, memory.global());
  for (const kernel::Finding &finding : result.findings)
    std::printf("%s", kernel::to_string(finding).c_str());
  return {memory.bytes().begin(), memory.bytes().end()};
}

int compare(const Example &example, LaunchOnDevice launch) {
  std::vector<std::uint8_t> start(example.memory_bytes), end(example.memory_bytes);
  example.fill(start);
  const std::vector<std::uint8_t> model = by_the_model(example);
  void *memory = nullptr;
  if (failed(example, cudaMalloc(&memory, start.size())))
    return 1;
  std::vector<Descriptor> maps;
  for (const Spec &spec : example.maps(reinterpret_cast<std::uint64_t>(memory)))
    maps.push_back(encode(spec));
  // Kept 64-byte aligned, as the parameter of a kernel is.
  struct alignas(64) Map {
    Descriptor bytes;
  };
  std::vector<Map> aligned;
  for (const Descriptor &map : maps)
    aligned.push_back({map});
  std::uint64_t differ = 0;
  for (int i = 0; i < launches; ++i) {
    if (failed(example, cudaMemcpy(memory, start.data(), start.size(), cudaMemcpyHostToDevice)))
      return 1;
    launch(reinterpret_cast<const DeviceMap *>(aligned.data()),
           static_cast<unsigned char *>(memory));
    if (failed(example, cudaGetLastError()) || failed(example, cudaDeviceSynchronize()) ||
        failed(example, cudaMemcpy(end.data(), memory, end.size(), cudaMemcpyDeviceToHost)))
      return 1;
    for (std::size_t k = 0; k < end.size(); ++k)
      differ += end[k] != model[k];
  }
  std::printf("%-18s %zu bytes compared %d times, %llu differ\n", example.name.data(), end.size(),
              launches, static_cast<unsigned long long>(differ));
  return differ == 0 ? 0 : 1;
}

// In a process of its own, that a fault spoils and a hang does not outlive.
template <class Work> int in_child(std::string_view name, Work work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int code = work();
    std::fflush(nullptr);
    _exit(code);
  }
  if (child < 0)
    return 1;
  const auto start = std::chrono::steady_clock::now();
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() - start > patience) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      std::printf("%-18s hangs\n", name.data());
      return 1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace

int main() {
  if (const int code = in_child("device", probe); code != 0)
    return code;
  int code = 0;
  for (std::size_t i = 0; i < all().size(); ++i)
    code |= in_child(all()[i]->name, [i] { return compare(*all()[i], twins[i]); });
  return code;
}
