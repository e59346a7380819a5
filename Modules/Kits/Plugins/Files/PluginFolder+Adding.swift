package import Foundation
import Platform

/// Copying plug-ins into the folder.
extension PluginFolder {
  /// The largest size of a plug-in's folder in bytes.
  private static let maximumBytes = 100 << 20

  /// Copies a folder with a `plugin.json`. The copy has the name of the plug-in, and only the
  /// current user can read and change it. Nothing is left of a copy that fails.
  /// - Throws: `PluginFileError.badManifest`; `.exists` if there is a plug-in of the name;
  ///   `.notCopied` for a folder that is too large, or contains a link to somewhere else or
  ///   anything but files, folders and links; `.unusable`, `.noFolder`.
  package func add(_ source: URL) throws(PluginFileError) -> PluginManifest {
    let manifest = try PluginManifest(inFolder: source)
    let items = try items(of: source)
    try locked { () throws(PluginFileError) in
      let target = folder(of: manifest.name)
      guard stat(ofLinkAt: target.path) == nil else { throw .exists(manifest.name) }
      let copy = try emptyTemporaryFolder().appending(path: "\(UUID())")
      do throws(PluginFileError) {
        try Self.create(copy.path)
        for item in items { try item.copy(to: copy.path + "/" + item.name) }
        for item in items { try item.check(copiedTo: copy.path) }
        // What was read first may have changed.
        guard try PluginManifest(inFolder: copy) == manifest else {
          throw .notCopied(source.path, reason: "it is being changed; try again")
        }
        guard rename(copy.path, target.path) == 0 else { throw Self.lastError(target.path) }
      } catch {
        try? FileManager.default.removeItem(at: copy)
        throw error
      }
    }
    return manifest
  }

  /// What a folder contains, each folder before its content.
  private func items(of source: URL) throws(PluginFileError) -> [PluginItem] {
    guard let root = PluginFile(source.path).resolvedPath else {
      throw .unusable(source.path, reason: POSIXError.last.systemReason)
    }
    let names = FileManager.default.enumerator(atPath: root)
    var items: [PluginItem] = []
    var bytes = 0
    while let name = names?.nextObject() as? String {
      let item = try PluginItem(name, in: root)
      guard items.count < Self.maximumFiles, item.size <= Self.maximumBytes - bytes else {
        throw .notCopied(
          source.path,
          reason: "it has more than \(Self.maximumFiles) files or "
            + "\(Self.maximumBytes >> 20) MB; name the folder of a plug-in")
      }
      items.append(item)
      bytes += item.size
    }
    return items
  }

  fileprivate static func create(_ folder: String) throws(PluginFileError) {
    guard mkdir(folder, 0o700) == 0 else { throw lastError(folder) }
  }
}

/// A file, folder or link that is copied.
private struct PluginItem {
  private enum Kind {
    case folder
    case file(isExecutable: Bool)
    case link(target: String)
  }

  /// The path in the folder that is copied.
  let name: String
  let size: Int
  private let path: String
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
