import Foundation

/// What tells a file from the one that takes its place.
struct FileIdentity: Equatable, Sendable {
  private let number: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The identity of the file at `path`; nil when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = changed.tv_sec
    nanoseconds = changed.tv_nsec
  }
}
