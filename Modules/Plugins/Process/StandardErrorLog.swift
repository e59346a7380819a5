import Foundation
import Mediator
package import ModuleManager

/// The file `stderr.log` in the data folder of a plug-in's module: the lines of its standard error
/// output, also those of earlier processes. When it would be longer than 1 MiB, its older half is
/// removed.
///
/// Each line is in the file when `append` returns, so a crash loses nothing. Several processes may
/// write to the same file.
package struct StandardErrorLog: Sendable {
  /// The name of the file in the data folder.
  package static let fileName = "stderr.log"
  /// The maximum length of the file in bytes.
  package static let maximumLength = 1 << 20

  private let folder: DataFolder
  private let file: URL

  /// Refers to the log in a data folder. Neither must exist.
  package init(in folder: DataFolder) {
    self.folder = folder
    file = folder.url.appending(path: Self.fileName)
  }

  /// Appends a line, and creates the file if it is missing.
  /// - Parameter line: The text without its end, not longer than half of the file.
  /// - Throws: `POSIXError`.
  package func append(_ line: String) throws {
    let bytes = Array((line + "\n").utf8)
    let descriptor = try openLocked()
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw POSIXError.last }
    guard Int(status.st_size) + bytes.count > Self.maximumLength else {
      return try write(bytes, to: descriptor)
    }
    let newer = try newerHalf()
    // Processes that wait for the lock notice that the file was replaced.
    try folder.replaceFile(at: Self.fileName, durability: .deferred) { file in
      try (newer + bytes).withUnsafeBytes { try file.write($0) }
    }
  }

  /// The lines of the file, the oldest first; empty if there is no file.
  /// - Throws: `CocoaError` or `POSIXError` if the file cannot be read.
  package func lines() throws -> [String] {
    guard access(file.path, F_OK) == 0 || errno != ENOENT else { return [] }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split(separator: "\n").map { String($0) }
  }

  /// Opens the file, and locks it until the descriptor is closed.
  private func openLocked() throws -> Int32 {
    while true {
      let descriptor = open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        guard errno == ENOENT else { throw POSIXError.last }
        try folder.create()
        continue
      }
      // On a file system without locks this fails; then lines of other processes may be lost.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_nlink == 0 else { return descriptor }
      close(descriptor)
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw POSIXError.last }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// The lines of the newer half of the file.
  private func newerHalf() throws -> Data {
    let newer = try Data(contentsOf: file).suffix(Self.maximumLength / 2)
    guard let end = newer.firstIndex(of: UInt8(ascii: "\n")) else { return Data() }
    return newer[(end + 1)...]
  }
}
