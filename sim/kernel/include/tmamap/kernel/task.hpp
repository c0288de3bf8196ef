// SPDX-License-Identifier: MIT
// The coroutine that one thread of a kernel is. C++20.
//
// A lambda that is a coroutine finds its captures in the lambda object, not in its frame: the
// object must live as long as the coroutine. run() therefore takes the body by reference and comes
// back only when every frame is gone, so that a temporary is fine. A helper that captures nothing
// is a function `Task f(Thread &t, …)`, awaited by its caller: `co_await f(t)`.
//
// GCC 12 miscompiles a co_await in the condition of an if or a while in a coroutine whose other
// operands are its parameters: keep the answer in a variable first.
#pragma once

#include <coroutine>
#include <exception>
#include <type_traits>
#include <utility>

namespace tmamap::kernel {

class [[nodiscard]] Task {
public:
  struct promise_type {
    std::coroutine_handle<> caller = {}; // resumed at the end; none for a thread's own task
    std::exception_ptr exception = {};

    Task get_return_object() {
      return Task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct BackToCaller {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept {
        return self.promise().caller ? self.promise().caller : std::noop_coroutine();
      }
      void await_resume() noexcept {}
    };
    // Only what this library or a task of the program resumes may be awaited: anything else would
    // never come back.
    template <class Awaited>
    requires requires { typename std::remove_cvref_t<Awaited>::AwaitedByTasks; }
    Awaited &&await_transform(Awaited &&awaited) const noexcept {
      return std::forward<Awaited>(awaited);
    }
    BackToCaller final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { exception = std::current_exception(); }
  };
  using AwaitedByTasks = void;
  using Handle = std::coroutine_handle<promise_type>;

  Task(Task &&other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Task &operator=(Task &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Task(const Task &) = delete;
  Task &operator=(const Task &) = delete;
  ~Task() {
    if (handle_)
      handle_.destroy();
  }

  // Awaiting a task runs it to its end.
  [[nodiscard]] bool await_ready() const noexcept { return !handle_ || handle_.done(); }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
    handle_.promise().caller = caller;
    return handle_;
  }
  void await_resume() const {
    if (handle_ && handle_.promise().exception)
      std::rethrow_exception(handle_.promise().exception);
  }

  [[nodiscard]] Handle handle() const { return handle_; }

private:
  explicit Task(Handle handle) : handle_(handle) {}

  Handle handle_;
};

} // namespace tmamap::kernel
