// SPDX-License-Identifier: MIT
// The CUDA twins, for their host program: each launches one kernel on `memory`, through `maps`.
#pragma once

namespace examples {

struct DeviceMap;
using LaunchOnDevice = void (*)(const DeviceMap *maps, unsigned char *memory);

void launch_single_tile(const DeviceMap *maps, unsigned char *memory);
void launch_load_store(const DeviceMap *maps, unsigned char *memory);
void launch_load_reduce(const DeviceMap *maps, unsigned char *memory);
void launch_swizzled_grid(const DeviceMap *maps, unsigned char *memory);
void launch_pipeline(const DeviceMap *maps, unsigned char *memory);
void launch_multicast(const DeviceMap *maps, unsigned char *memory);

} // namespace examples
