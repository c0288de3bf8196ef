// SPDX-License-Identifier: MIT
// What no document says and no capture line can hold: asked of the chip, and printed.
#pragma once

namespace tmamap::capture {

// Forks: before this process touches CUDA.
void ask_questions(unsigned jobs);

} // namespace tmamap::capture
