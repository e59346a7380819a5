public import Foundation
import Mediator

extension NamedFile {
  /// Who can read a file that did not exist before.
  public enum Access: Sendable, Hashable {
    /// Everybody whom the user's `umask` allows.
    case standard
    /// Only the user, because the content is private.
    case user
  }

  /// Reads the file, or the standard input for `-`.
  /// - Parameter limit: The maximum size in bytes. Not more is read.
  /// - Throws: `NamedFileError` when the path is a folder, a terminal or a device, or the file is
  ///   missing, too large or unreadable; `CancellationError` while it waits for a pipe.
  public func content(limit: Int) throws -> Data {
    guard !path.isEmpty else { throw NamedFileError.noName }
    let isStandardInput = isStandardStream
    // A pipe without a writer must not block, so that an interruption ends the command.
    let file = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw errno == ENOENT ? NamedFileError.missing(path) : error(errno) }
    defer { if !isStandardInput { close(file) } }
    let kind = try FileKind(of: file, path)
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while content.count <= limit {
      if kind == .pipe { try wait(for: POLLIN, on: file) }
      let count = read(file, &buffer, buffer.count)
      if count == 0 { return content }
      if count > 0 { content += buffer.prefix(count) } else { try throwUnlessTemporary(errno) }
    }
    throw NamedFileError.tooLarge(path, limit: limit)
  }

  /// Writes a new file.
  /// - Throws: `NamedFileError` when something exists at the path, or the file cannot be written.
  ///   A file that was written in part is removed.
  public func create(_ content: FileContent) throws {
    try checkName()
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw error(errno) }
    try write(content.data, to: file, removing: path)
  }

  /// Replaces the content of the file, or leaves it unchanged when writing fails. A file that exists
  /// keeps its permissions.
  /// - Parameter access: Who can read the file if it did not exist.
  /// - Throws: `NamedFileError` when the path is a folder, a terminal or another device than
  ///   `/dev/null`, or cannot be written; `CancellationError` while it waits for a pipe.
  public func write(_ content: FileContent, access: Access = .standard) throws {
    try checkName()
    guard !isStandardStream else { throw NamedFileError.standardStream(path) }
    var status = stat()
    let exists = stat(path, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else {
      return try writeToStream(content.data)
    }
    // Links are resolved, so that their target is replaced and not the link.
    let target = URL(filePath: path).resolvingSymlinksInPath()
    let temporary = target.deletingLastPathComponent().appending(path: ".\(UUID()).temporary").path
    let mode: mode_t = access == .user ? 0o600 : 0o666
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw error(errno) }
    if exists { fchmod(file, status.st_mode & 0o777) }
    try write(content.data, to: file, removing: temporary)
    guard rename(temporary, target.path) == 0 else {
      let code = errno
      unlink(temporary)
      throw error(code)
    }
  }

  /// Checks that the path can be that of a file.
  private func checkName() throws(NamedFileError) {
    guard !path.isEmpty else { throw .noName }
    guard path.hasSuffix("/"), !isFolder else { return }
    // With the slash, `stat` finds no file of the name.
    var status = stat()
    throw stat(path, &status) != 0 && errno == ENOTDIR ? error(ENOTDIR) : .missingFolder(path)
  }

  /// Writes to a pipe, or to `/dev/null`.
  private func writeToStream(_ content: Data) throws {
    var (status, null) = (stat(), stat())
    let isNull =
      stat(path, &status) == 0 && stat("/dev/null", &null) == 0
      && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == null.st_rdev
    guard !isNull else { return }
    // Without O_NONBLOCK, this would wait for a reader.
    let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw errno == ENXIO ? NamedFileError.noReader(path) : error(errno) }
    defer { close(file) }
    guard try FileKind(of: file, path) == .pipe else { throw NamedFileError.device(path) }
    try write(content, to: file)
  }

  /// Writes all of a new file and closes it, or removes it when that fails.
  private func write(_ content: Data, to file: Int32, removing name: String) throws {
    do {
      defer { close(file) }
      try write(content, to: file)
      guard fsync(file) == 0 else { throw error(errno) }
    } catch {
      unlink(name)
      throw error
    }
  }

  private func write(_ content: Data, to file: Int32) throws {
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try throwUnlessTemporary(errno)
        try wait(for: POLLOUT, on: file)
      }
    }
  }

  /// Waits until a pipe is ready.
  /// - Throws: `CancellationError`.
  private func wait(for event: Int32, on file: Int32) throws {
    var ready = pollfd(fd: file, events: Int16(event), revents: 0)
    while poll(&ready, 1, 250) == 0 { try Task.checkCancellation() }
  }

  private func throwUnlessTemporary(_ code: Int32) throws(NamedFileError) {
    guard [EINTR, EAGAIN].contains(code) else { throw error(code) }
  }

  private func error(_ code: Int32) -> NamedFileError {
    switch code {
    case EEXIST: .exists(path)
    case EISDIR: .notAFile(path)
    case EPIPE: .noReader(path)
    case ENXIO: .device(path)
    default:
      .unusable(path, reason: POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO).systemReason)
    }
  }
}

/// The kinds of files that can be read and written.
private enum FileKind {
  case regular, pipe

  /// The kind of an open file.
  /// - Throws: `NamedFileError` when it is of another kind.
  init(of file: Int32, _ path: String) throws(NamedFileError) {
    var status = stat()
    guard fstat(file, &status) == 0 else {
      throw .unusable(path, reason: POSIXError.last.systemReason)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFIFO, S_IFSOCK: self = .pipe
    case S_IFDIR: throw .notAFile(path)
    default: throw isatty(file) == 1 ? .terminal(path) : .device(path)
    }
  }
}
