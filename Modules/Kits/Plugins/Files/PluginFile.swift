import Foundation
import Mediator
import Platform

/// A file or folder that a plug-in consists of.
struct PluginFile {
  /// The most links through which a path may lead.
  private static let maximumLinks = 40

  let path: String

  init(_ path: String) { self.path = path }

  private init(components: [Substring]) { path = "/" + components.joined(separator: "/") }

  /// The path without symbolic links; nil if there is nothing.
  var resolvedPath: String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether the file is in a folder, whose path must have no links.
  func isIn(_ folder: String) -> Bool {
    resolvedPath?.unicodeScalars.starts(with: "\(folder)/".unicodeScalars) == true
  }

  /// Whether there is a regular file, or a link to one.
  var isRegular: Bool { stat(at: path)?.kind == S_IFREG }

  /// Whether there is a link, wherever it leads.
  var isLink: Bool { stat(ofLinkAt: path)?.kind == S_IFLNK }

  /// Whether there is a folder, or a link to one.
  var isFolder: Bool { stat(at: path)?.kind == S_IFDIR }

  /// Whether there is anything, be it a link to nothing.
  private var exists: Bool { stat(ofLinkAt: path) != nil || ![ENOENT, ENOTDIR].contains(errno) }

  /// Checks that only the current user and root can change the file or folder.
  /// - Throws: `PluginFileError.writableByOthers`, `.ownedByOthers`, `.unusable`.
  func checkOwner() throws(PluginFileError) {
    guard let status = stat(at: path) else { throw lastError }
    try check(status)
  }

  /// Checks that only the current user and root can change what the path leads to, also through
  /// links, or can create it where there is nothing.
  /// - Returns: The file or folder without links; nil if there is nothing.
  /// - Throws: `PluginFileError.writableByOthers`, `.ownedByOthers`, `.unusable`.
  func checkedTarget() throws(PluginFileError) -> PluginFile? {
    try checkParents()
    guard let target = resolvedPath.map(PluginFile.init) else { return nil }
    try target.checkOwner()
    return target
  }

  private func check(_ status: stat) throws(PluginFileError) {
    guard [0, geteuid()].contains(status.st_uid) else { throw .ownedByOthers(path) }
    // A device, such as `/dev/null`, has no content that others could change.
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 || status.kind == S_IFCHR else {
      throw .writableByOthers(path)
    }
  }

  /// Checks that other users can replace none of the folders and links through which the path
  /// leads, from the root on. Folders that users share, such as `/tmp`, pass: nobody can replace in
  /// them what belongs to somebody else. So do those that only the user's own group or
  /// administrators may write. Where the path leads to nothing, only the current user and root may
  /// write the last folder.
  /// - Throws: `PluginFileError.writableByOthers`, `.ownedByOthers`, `.unusable`.
  func checkParents() throws(PluginFileError) {
    var rest = Array(path.split(at: "/").reversed())
    var folder: [Substring] = []
    var links = 0
    while let name = rest.popLast() {
      try PluginFile(components: folder).checkSharedFolder()
      switch name {
      case ".": break
      case "..": folder = folder.dropLast()
      case _:
        folder.append(name)
        let entry = PluginFile(components: folder)
        guard entry.exists else {
          return try PluginFile(components: folder.dropLast()).checkOwner()
        }
        guard let target = try entry.linkTarget else { continue }
        links += 1
        guard links <= Self.maximumLinks else {
          throw .unusable(path, reason: POSIXError(.ELOOP).systemReason)
        }
        folder = target.isAbsolutePath ? [] : folder.dropLast()
        rest += target.split(at: "/").reversed()
      }
    }
  }

  private func checkSharedFolder() throws(PluginFileError) {
    guard var status = stat(at: path) else { throw lastError }
    let isShared = status.st_mode & S_ISVTX != 0
    if isShared { status.st_mode &= ~S_IWOTH }
    if status.st_mode & S_IWGRP != 0,
      isShared || UserGroup(status.st_gid)?.isTrusted(inFolderOf: status.st_uid) == true
    {
      status.st_mode &= ~S_IWGRP
    }
    try check(status)
  }

  /// Where a link of the current user or of root leads; nil for anything but a link.
  private var linkTarget: String? {
    get throws(PluginFileError) {
      guard let status = stat(ofLinkAt: path) else { throw lastError }
      guard status.kind == S_IFLNK else { return nil }
      // The permissions of a link mean nothing.
      guard [0, geteuid()].contains(status.st_uid) else { throw .ownedByOthers(path) }
      do { return try FileManager.default.destinationOfSymbolicLink(atPath: path) } catch {
        throw .unusable(path, reason: error.systemReason)
      }
    }
  }

  /// The content of a regular file, to which the path leads without a link at its end.
  /// - Throws: `PluginFileError.badManifest` for other files and larger ones, `.unusable`.
  func content(limit: Int) throws(PluginFileError) -> Data {
    do {
      let content = try FileHandle.reading(path, flags: O_NOFOLLOW).read(upToCount: limit + 1)
      guard let content, content.count > limit else { return content ?? Data() }
      throw PluginFileError.badManifest(path, reason: "it has more than \(limit) bytes")
    } catch POSIXError.ELOOP {
      throw .badManifest(path, reason: "it is a link; copy the file")
    } catch POSIXError.ENOENT, POSIXError.ENOTDIR {
      throw .badManifest(path, reason: "there is no such file; write one")
    } catch POSIXError.EISDIR, POSIXError.EINVAL {
      throw .badManifest(path, reason: "it is not a regular file")
    } catch {
      throw error as? PluginFileError ?? .unusable(path, reason: error.systemReason)
    }
  }

  /// The SHA-256 digest of a regular file in hexadecimal digits.
  /// - Throws: `PluginFileError.unusable`.
  var digest: String {
    get throws(PluginFileError) {
      do {
        let file = try FileHandle.reading(path)
        var digest = SHA256()
        while let content = try file.read(upToCount: 1 << 16), !content.isEmpty {
          digest.update(Array(content))
        }
        return digest.finish()
      } catch {
        throw .unusable(path, reason: error.systemReason)
      }
    }
  }

  private var lastError: PluginFileError { .unusable(path, reason: POSIXError.last.systemReason) }
}

extension StringProtocol {
  /// Whether the text is a path from the root on.
  var isAbsolutePath: Bool { unicodeScalars.first == "/" }
}
