// SPDX-License-Identifier: MIT
#include <io/byte_source.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <zlib.h>

namespace tmamap::io {
namespace {

class File {
public:
  explicit File(const std::string &path)
      : descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0)
      failure_ = std::strerror(errno);
  }
  ~File() {
    if (descriptor_ > STDIN_FILENO)
      ::close(descriptor_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  std::size_t read(std::span<char> out) {
    if (!failure_.empty())
      return 0;
    for (;;) {
      const ssize_t got = ::read(descriptor_, out.data(), out.size());
      if (got >= 0)
        return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        failure_ = std::strerror(errno);
        return 0;
      }
    }
  }
  [[nodiscard]] const std::string &failure() const { return failure_; }

private:
  int descriptor_;
  std::string failure_;
};

// zlib's inflate over chunks. Members of a concatenated gzip file follow one another.
class Inflater {
public:
  Inflater() { started_ = ::inflateInit2(&stream_, 15 + 16) == Z_OK; }
  ~Inflater() {
    if (started_)
      ::inflateEnd(&stream_);
  }
  Inflater(const Inflater &) = delete;
  Inflater &operator=(const Inflater &) = delete;

  [[nodiscard]] bool hungry() const { return stream_.avail_in == 0; }
  void feed(std::span<char> packed) {
    stream_.next_in = reinterpret_cast<Bytef *>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
  }
  [[nodiscard]] bool between_members() const { return ended_; }

  // Bytes unpacked; false on bytes that are not gzip.
  bool inflate(std::span<char> out, std::size_t &unpacked) {
    unpacked = 0;
    if (!started_ || (ended_ && ::inflateReset(&stream_) != Z_OK))
      return false;
    ended_ = false;
    stream_.next_out = reinterpret_cast<Bytef *>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    const int result = ::inflate(&stream_, Z_NO_FLUSH);
    unpacked = out.size() - stream_.avail_out;
    ended_ = result == Z_STREAM_END;
    return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
  }

private:
  z_stream stream_ = {};
  bool started_ = false;
  bool ended_ = false;
};

constexpr std::size_t chunk_bytes = 64 * 1024;

} // namespace

struct ByteSource::Impl {
  explicit Impl(const std::string &path) : file(path) {}

  // The first two bytes decide: 1f 8b is gzip, and JSON never starts so.
  void look_at_magic() {
    while (first.size() < 2) {
      const std::size_t got = file.read(std::span(chunk).subspan(first.size(), 2 - first.size()));
      if (got == 0)
        break;
      first = std::span(chunk).first(first.size() + got);
    }
    if (first.size() == 2 && first[0] == '\x1f' && first[1] == '\x8b')
      inflater.emplace();
  }

  std::size_t read_packed(std::span<char> out) {
    for (;;) {
      if (inflater->hungry()) {
        const std::size_t got = file.read(chunk);
        if (got == 0) {
          if (!inflater->between_members())
            failure = "the compressed data end early";
          return 0;
        }
        inflater->feed(std::span(chunk).first(got));
      }
      std::size_t unpacked = 0;
      if (!inflater->inflate(out, unpacked)) {
        failure = "the compressed data are damaged";
        return unpacked;
      }
      if (unpacked != 0)
        return unpacked;
    }
  }

  std::size_t read(std::span<char> out) {
    if (!failure.empty())
      return 0;
    if (!looked) {
      looked = true;
      look_at_magic();
      if (inflater)
        inflater->feed(first);
    }
    if (inflater)
      return read_packed(out);
    if (!first.empty()) { // looked at, not yet given
      const std::size_t count = std::min(first.size(), out.size());
      std::memcpy(out.data(), first.data(), count);
      first = first.subspan(count);
      return count;
    }
    return file.read(out);
  }

  File file;
  std::array<char, chunk_bytes> chunk = {};
  std::span<char> first;
  bool looked = false;
  std::optional<Inflater> inflater;
  std::string failure;
};

ByteSource::ByteSource(const std::string &path) : impl_(std::make_unique<Impl>(path)) {}
ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource &&) noexcept = default;
ByteSource &ByteSource::operator=(ByteSource &&) noexcept = default;

std::size_t ByteSource::read(std::span<char> out) {
  const std::size_t got = impl_->read(out);
  if (got == 0 && impl_->failure.empty())
    impl_->failure = impl_->file.failure();
  return got;
}

const std::string &ByteSource::failure() const { return impl_->failure; }

} // namespace tmamap::io
