import Foundation
import Platform

/// A file, folder or link that is copied.
struct PluginItem {
  private enum Kind {
    case folder
    case file(isExecutable: Bool)
    case link(target: String)
  }

  /// The path in the folder that is copied.
  let name: String
  let size: Int
  let path: String
  private let kind: Kind

  /// - Throws: `PluginFileError.notCopied`, `.unusable`.
  init(_ name: String, in root: String) throws(PluginFileError) {
    self.name = name
    path = root + "/" + name
    guard let status = stat(ofLinkAt: path) else { throw PluginFolder.lastError(path) }
    switch status.kind {
    case S_IFDIR: kind = .folder
    case S_IFREG: kind = .file(isExecutable: status.st_mode & S_IXUSR != 0)
    case S_IFLNK: kind = .link(target: try Self.target(ofLink: path, in: root))
    default:
      throw .notCopied(path, reason: "it is neither a file, a folder nor a link; remove it")
    }
    if case .file = kind { size = Int(status.st_size) } else { size = 0 }
  }

  private static func target(
    ofLink path: String, in root: String
  ) throws(PluginFileError) -> String {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    guard let target, !target.isAbsolutePath, PluginFile(path).isIn(root) else {
      throw leadsOutside(path)
    }
    return target
  }

  /// Whether there is the same at the path of a copy.
  /// - Throws: `PluginFileError.unusable`.
  func isSame(as copy: String) throws(PluginFileError) -> Bool {
    switch kind {
    case .folder: PluginFile(copy).isFolder
    case .link(let target):
      (try? FileManager.default.destinationOfSymbolicLink(atPath: copy)) == target
    case .file(let isExecutable):
      if let status = stat(ofLinkAt: copy), status.kind == S_IFREG, Int(status.st_size) == size,
        (status.st_mode & S_IXUSR != 0) == isExecutable
      {
        try PluginFile(copy).digest == PluginFile(path).digest
      } else {
        false
      }
    }
  }

  /// Checks that a link leads to something in the copy, too: not so `../name/file`, for example.
  func check(copiedTo folder: String) throws(PluginFileError) {
    guard case .link = kind else { return }
    guard let root = PluginFile(folder).resolvedPath, PluginFile(root + "/" + name).isIn(root)
    else {
      throw Self.leadsOutside(path)
    }
  }

  private static func leadsOutside(_ path: String) -> PluginFileError {
    .notCopied(
      path,
      reason: "it is a link to something outside of the folder; "
        + "copy what it leads to in its place")
  }

  func copy(to target: String) throws(PluginFileError) {
    switch kind {
    case .folder: try PluginFolder.create(target)
    case .link(let destination):
      guard symlink(destination, target) == 0 else { throw PluginFolder.lastError(target) }
    case .file(let isExecutable): try copyFile(to: target, mode: isExecutable ? 0o700 : 0o600)
    }
  }

  private func copyFile(to target: String, mode: mode_t) throws(PluginFileError) {
    let input: FileHandle
    do throws(POSIXError) { input = try .reading(path, flags: O_NOFOLLOW) } catch {
      throw .unusable(path, reason: error.systemReason)
    }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard output >= 0 else { throw PluginFolder.lastError(target) }
    let file = FileHandle(fileDescriptor: output, closeOnDealloc: true)
    var rest = size
    do {
      while let content = try input.read(upToCount: 1 << 16), !content.isEmpty {
        rest -= content.count
        // A file that grows while it is copied would pass the limit.
        guard rest >= 0 else {
          throw PluginFileError.notCopied(path, reason: "it is being changed; try again")
        }
        try file.write(contentsOf: content)
      }
    } catch {
      throw error as? PluginFileError ?? .unusable(target, reason: error.systemReason)
    }
  }
}
