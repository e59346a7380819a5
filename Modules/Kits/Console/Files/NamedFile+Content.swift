public import Documents
public import Foundation
import Platform

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
    let location = try location { walk in try walk.lastLocation() }
    try write(content.data, toNew: location.name, in: location.folder, mode: 0o666)
  }

  /// Checks that `create` can write a new file now.
  /// - Throws: `NamedFileError` as `create` does.
  package func checkCreation() throws {
    guard !isStandardStream else { throw NamedFileError.standardStream(path) }
    try checkName()
    let location = try location { walk in try walk.lastLocation() }
    guard location.status == nil else { throw error(isFolder ? EISDIR : EEXIST) }
    guard faccessat(location.folder.fileDescriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw error(errno)
    }
  }

  /// Replaces the content of the file, or leaves it unchanged when writing fails. A file that
  /// exists keeps its permissions.
  /// - Parameter access: Who can read the file if it did not exist.
  /// - Throws: `NamedFileError` when the path is a folder, a terminal or another device than
  ///   `/dev/null`, when another user has placed the file or a link to it in a folder that all
  ///   users share, or when it cannot be written; `CancellationError` while it waits for a pipe.
  public func write(_ content: FileContent, access: Access = .standard) throws {
    try checkName()
    guard !isStandardStream else { throw NamedFileError.standardStream(path) }
    let file = try openExisting()
    if let file, isNullDevice(file) { return }
    // Links are followed, so that their target is replaced and not the link.
    let target = try location { walk in try walk.target() }
    guard let file else {
      // Otherwise, somebody has created it meanwhile.
      guard target.status == nil else { throw NamedFileError.changing(path) }
      return try replace(target, with: content.data, mode: access == .user ? 0o600 : 0o666)
    }
    let kind = try FileKind(of: file.fileDescriptor, path)
    guard target.isLocation(of: file) else { throw NamedFileError.changing(path) }
    guard !target.isForeign else { throw NamedFileError.foreignFile(path) }
    switch kind {
    case .pipe: try withExtendedLifetime(file) { try write(content.data, to: $0.fileDescriptor) }
    case .regular: try replace(target, with: content.data, mode: 0o600)
    }
  }

  /// Checks that the path can be that of a file.
  private func checkName() throws(NamedFileError) {
    guard !path.isEmpty else { throw .noName }
    guard path.unicodeScalars.last == "/", !isFolder else { return }
    // With the slash, `stat` finds no file of the name.
    throw stat(at: path) == nil && errno == ENOTDIR ? error(ENOTDIR) : .missingFolder(path)
  }

  /// Opens the file as any program does, so that the system makes its checks: of permissions, and
  /// of who has placed a file or a link. Nothing is changed, and nobody is waited for.
  /// - Returns: nil if there is none.
  private func openExisting() throws(NamedFileError) -> FileHandle? {
    let file = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file < 0 else { return FileHandle(fileDescriptor: file, closeOnDealloc: true) }
    switch errno {
    case ENOENT: return nil
    case ENXIO: throw .noReader(path)
    case let code: throw error(code)
    }
  }

  private func isNullDevice(_ file: FileHandle) -> Bool {
    guard let status = stat(of: file.fileDescriptor) else { return false }
    return status.kind == S_IFCHR && status.st_rdev == stat(at: "/dev/null")?.st_rdev
  }

  /// Follows the path.
  private func location(
    _ follow: (inout PathWalk) throws -> FileLocation
  ) throws(NamedFileError) -> FileLocation {
    do {
      var walk = try PathWalk(path)
      return try follow(&walk)
    } catch let link as ForeignLink {
      throw .foreignLink(link.path)
    } catch {
      throw self.error((error as? POSIXError)?.code.rawValue ?? EIO)
    }
  }

  /// Replaces a file, whose permissions stay, or creates it.
  /// - Parameter mode: The permissions of a new file.
  private func replace(_ target: FileLocation, with content: Data, mode: mode_t) throws {
    let temporary = Array(".\(UUID()).temporary".utf8CString)
    let folder = target.folder.fileDescriptor
    try write(
      content, toNew: temporary, in: target.folder, mode: mode,
      permissions: target.status.map { $0.st_mode & 0o777 })
    guard renameat(folder, temporary, folder, target.name) == 0 else {
      let code = errno
      unlinkat(folder, temporary, 0)
      throw error(code)
    }
  }

  /// Writes all of a new file and closes it, or removes it when that fails.
  private func write(
    _ content: Data, toNew name: [CChar], in folder: FileHandle, mode: mode_t,
    permissions: mode_t? = nil
  ) throws {
    let folder = folder.fileDescriptor
    let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard file >= 0 else { throw error(errno) }
    do {
      defer { close(file) }
      if let permissions { fchmod(file, permissions) }
      try write(content, to: file)
      guard fsync(file) == 0 else { throw error(errno) }
    } catch {
      unlinkat(folder, name, 0)
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
    guard let status = stat(of: file) else {
      throw .unusable(path, reason: POSIXError.last.systemReason)
    }
    switch status.kind {
    case S_IFREG: self = .regular
    case S_IFIFO, S_IFSOCK: self = .pipe
    case S_IFDIR: throw .notAFile(path)
    default: throw isatty(file) == 1 ? .terminal(path) : .device(path)
    }
  }
}
