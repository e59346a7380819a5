import Foundation
package import Platform

/// The file `stderr.log` in the data folder of a plug-in's module: the lines of its standard error
/// output, also those of earlier processes. When it would be longer than 1 MiB, its older half is
/// removed.
///
/// Each line is in the file when `append` returns, so a crash loses nothing. Several processes may
/// write to the same file. The plug-in may, too: whatever it puts there, nothing here takes long or
/// reads more than the maximum length.
package struct StandardErrorLog: Sendable {
  /// The name of the file in the data folder.
  package static let fileName = "stderr.log"
  /// The maximum length of the file in bytes.
  static let maximumLength = 1 << 20

  /// A pipe in the place of the file must not block, and a link must not lead elsewhere.
  private static let flags = O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC

  private let folder: DataFolder
  private let file: URL
  private let maximumAttempts: Int

  /// Refers to the log in a data folder. Neither must exist.
  /// - Parameter maximumAttempts: How often `append` tries to lock the file, once in a millisecond.
  package init(in folder: DataFolder, maximumAttempts: Int = 100) {
    self.folder = folder
    self.maximumAttempts = maximumAttempts
    file = folder.url.appending(path: Self.fileName)
  }

  /// Appends a line, and creates the file if it is missing.
  /// - Parameter line: The text without its end, not longer than half of the file.
  /// - Throws: `POSIXError`, `PluginFileError.unusable` for anything but a regular file.
  func append(_ line: String) throws {
    let bytes = Data("\(line)\n".utf8)
    let (descriptor, isLocked) = try openLocked()
    defer { close(descriptor) }
    guard try size(of: descriptor) > Self.maximumLength - bytes.count else {
      return try FileHandle(fileDescriptor: descriptor).write(contentsOf: bytes)
    }
    guard isLocked else { throw POSIXError(.EWOULDBLOCK) }
    let newer = try tail(of: descriptor, limit: Self.maximumLength / 2)
    // Processes that wait for the lock notice that the file was replaced.
    try folder.replaceFile(at: Self.fileName, durability: .deferred) { file in
      try (newer + bytes).withUnsafeBytes { try file.write($0) }
    }
  }

  /// The lines of the file, the oldest first; empty if there is no file. Of a longer file, those at
  /// its end.
  /// - Throws: `POSIXError`, `PluginFileError.unusable` for anything but a regular file.
  package func lines() throws -> [String] {
    let descriptor = open(file.path, O_RDONLY | Self.flags)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw openError
    }
    defer { close(descriptor) }
    let content = try tail(of: descriptor, limit: Self.maximumLength)
    return String(decoding: content, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  /// Opens the file, and locks it until the descriptor is closed.
  private func openLocked() throws -> (descriptor: Int32, isLocked: Bool) {
    while true {
      let descriptor = open(file.path, O_RDWR | O_APPEND | O_CREAT | Self.flags, 0o600)
      guard descriptor >= 0 else {
        guard errno == ENOENT else { throw openError }
        try folder.create()
        continue
      }
      let isLocked = lock(descriptor)
      guard stat(of: descriptor)?.st_nlink == 0 else { return (descriptor, isLocked) }
      close(descriptor)
    }
  }

  /// Locks the file, unless another process holds the lock for long or the file system has no
  /// locks; then lines of other processes may be lost.
  private func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<maximumAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  /// Why the file cannot be opened.
  private var openError: any Error {
    [ELOOP, ENXIO, EISDIR].contains(errno) ? notRegular : POSIXError.last
  }

  private var notRegular: PluginFileError {
    .unusable(file.path, reason: "it is not a regular file")
  }

  /// - Throws: `PluginFileError.unusable` for anything but a regular file.
  private func size(of descriptor: Int32) throws -> Int {
    guard let status = stat(of: descriptor) else { throw POSIXError.last }
    guard status.kind == S_IFREG else { throw notRegular }
    return Int(status.st_size)
  }

  /// The end of the file, from the beginning of a line.
  private func tail(of descriptor: Int32, limit: Int) throws -> Data {
    let size = try size(of: descriptor)
    let file = FileHandle(fileDescriptor: descriptor)
    try file.seek(toOffset: UInt64(max(0, size - limit)))
    let content = try file.read(upToCount: min(size, limit)) ?? Data()
    guard size > limit else { return content }
    guard let end = content.firstIndex(of: UInt8(ascii: "\n")) else { return Data() }
    return content[(end + 1)...]
  }
}
