public import Foundation

/// A module's data folder. Only the current user can read what is in it: folders have the mode
/// 0700, files 0600. A file is replaced as a whole, so readers see either its old or its new
/// content.
///
/// ```swift
/// try context.dataFolder.write(Data("lamp".utf8), to: "latest")
/// ```
///
/// A file is written in the subfolder `temporary` and renamed when it is complete. Its writer locks
/// it, so the next start of the module can remove the files of writers that were killed, and no
/// others. In a subfolder that is a link to another disk, it is written beside its target.
public struct DataFolder: Sendable {
  /// When the content of a replaced file is on the disk.
  public enum Durability: Sendable {
    /// Before the write returns (`fsync`).
    case synchronized
    /// When the system decides. A power cut can leave a file that is empty or damaged, so this is
    /// for caches whose readers detect that.
    case deferred
  }

  /// Where the folder is. It need not exist.
  public let url: URL

  /// Refers to a folder, without creating it.
  public init(_ url: URL) {
    self.url = url
  }

  /// Returns the content of a file.
  /// - Parameter path: The path of the file in this folder.
  /// - Throws: `POSIXError`: `.ENOENT` when there is no such file, `.EISDIR` for a folder,
  ///   `.EINVAL` for a pipe or a device, which is not read.
  public func content(of path: String) throws -> Data {
    try FileHandle.reading(url.appending(path: path).path).readToEnd() ?? Data()
  }

  /// Replaces a file, and creates the folders that are missing.
  /// - Parameters:
  ///   - path: The path of the file in this folder, such as `catalogue/porto.json`.
  ///   - durability: When the content is on the disk.
  /// - Throws: `POSIXError`. The old content is then unchanged.
  public func write(
    _ content: Data, to path: String, durability: Durability = .synchronized
  ) throws {
    try replaceFile(at: path, durability: durability) { file in
      try content.withUnsafeBytes { try file.write($0) }
    }
  }

  /// Replaces a file with the bytes that `body` writes, and creates the folders that are missing.
  /// `body` is called again when the first temporary file was on another disk.
  /// - Throws: `POSIXError`, or what `body` throws. The old content is then unchanged.
  package func replaceFile(
    at path: String, durability: Durability = .synchronized,
    with body: (borrowing WritableFile) throws -> Void
  ) throws {
    let target = url.appending(path: path)
    let parent = target.deletingLastPathComponent()
    try Self.create(parent)
    try Self.create(temporary)
    do {
      try Self.replace(target, through: temporary, durability, body)
    } catch POSIXError.EXDEV {
      // The user has moved the folder of the target to another disk.
      let prefix = ".\(target.lastPathComponent)."
      try Self.replace(target, through: parent, prefix: prefix, durability, body)
    }
    if durability == .synchronized { Self.synchronizeEntries(of: parent) }
  }

  /// Writes a temporary file in `folder`, whose name is `prefix` and a UUID, and renames it.
  private static func replace(
    _ target: URL, through folder: URL, prefix: String = "", _ durability: Durability,
    _ body: (borrowing WritableFile) throws -> Void
  ) throws {
    let file = try createTemporaryFile(in: folder, prefix: prefix)
    do {
      try body(file)
      if durability == .synchronized { try file.synchronize() }
      guard rename(file.path, target.path) == 0 else { throw POSIXError.last }
    } catch {
      unlink(file.path)
      throw error
    }
  }

  /// Removes a file.
  /// - Throws: `POSIXError`: `.ENOENT` when there is no such file.
  public func remove(_ path: String) throws {
    let file = url.appending(path: path)
    guard unlink(file.path) == 0 else { throw POSIXError.last }
    // Otherwise the file could be back after a power cut.
    Self.synchronizeEntries(of: file.deletingLastPathComponent())
  }

  /// Creates the folder, and those above it that are missing.
  /// - Throws: `POSIXError`.
  public func create() throws { try Self.create(url) }

  var temporary: URL { url.appending(path: "temporary", directoryHint: .isDirectory) }

  private static func createTemporaryFile(
    in folder: URL, prefix: String
  ) throws -> WritableFile {
    while true {
      let path = folder.appending(path: prefix + UUID().uuidString).path
      // Another process may remove the file before it is locked.
      if let file = try WritableFile(creatingAndLocking: path) { return file }
    }
  }

  private static func create(_ folder: URL) throws {
    guard mkdir(folder.path, 0o700) != 0 else {
      return synchronizeEntries(of: folder.deletingLastPathComponent())
    }
    switch errno {
    case EEXIST where isFolder(folder): return
    case EEXIST: throw POSIXError(.ENOTDIR)
    case ENOENT where folder.pathComponents.count > 1:
      try create(folder.deletingLastPathComponent())
      guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else { throw POSIXError.last }
      synchronizeEntries(of: folder.deletingLastPathComponent())
    default:
      // A folder on a read-only disk is reported as such even if it exists.
      let error = POSIXError.last
      guard isFolder(folder) else { throw error }
    }
  }

  private static func isFolder(_ url: URL) -> Bool { stat(at: url.path)?.kind == S_IFDIR }

  /// Writes the names of a folder's files to the disk, so that a rename in it survives a power cut.
  /// Some file systems do not support this, so a failure is ignored.
  package static func synchronizeEntries(of folder: URL) {
    let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// A new file that is written from its beginning, locked until the end of the value's lifetime.
package struct WritableFile: ~Copyable {
  let path: String
  private let descriptor: CInt

  /// Creates a file that only the current user can read; nil if another process removed it before
  /// it was locked.
  fileprivate init?(creatingAndLocking path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError.last }
    // Waits only for a process that is removing the file. On a file system without locks this
    // fails, and nothing removes the files of killed writers.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    guard let status = stat(of: descriptor), status.st_nlink > 0 else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Appends bytes to the file.
  /// - Throws: `POSIXError`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      guard count >= 0 || errno == EINTR else { throw POSIXError.last }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(0, count)...])
    }
  }

  fileprivate func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw POSIXError.last }
  }
}
