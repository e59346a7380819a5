import CSpawn
package import Foundation
import Mediator
import Platform

/// Replacing plug-ins by newer versions.
extension PluginFolder {
  /// Where a plug-in comes from; nil if nothing says that.
  package func origin(of name: String) -> PluginOrigin? {
    let path = folder(of: name).path + "/" + PluginOrigin.fileName
    guard let content = try? PluginFile(path).content(limit: PluginOrigin.maximumSize) else {
      return nil
    }
    return try? JSON.decode(PluginOrigin.self, from: content)
  }

  /// Where a plug-in comes from, which must be known.
  /// - Throws: `PluginFileError.unknown`; `.notUpdated` if nothing says where it comes from; what
  ///   `manifest(of:)` throws.
  package func knownOrigin(of name: String) throws(PluginFileError) -> PluginOrigin {
    _ = try manifest(of: name)
    guard let origin = origin(of: name) else {
      throw .notUpdated(
        name, reason: "nothing says where it comes from; remove it, and add it again")
    }
    return origin
  }

  /// Whether a plug-in lacks a file of a folder, or has another one in its place. Further files may
  /// be those that the program wrote.
  /// - Throws: `PluginFileError.noFolder`, `.badManifest`, `.notCopied`, `.unusable`.
  package func differs(
    _ name: String, from source: URL
  ) throws(PluginFileError) -> Bool {
    _ = try PluginManifest(inFolder: source)
    for item in try items(of: source)
    where try !item.isSame(as: folder(of: name).path + "/" + item.name) {
      return true
    }
    return false
  }

  /// Replaces the folder of a plug-in by a copy of another folder, in one step. The plug-in is not
  /// started before the person trusts it again, whatever has changed.
  /// - Throws: `PluginFileError.notUpdated` for another plug-in, and for a folder that is a link;
  ///   what `add` throws.
  package func update(
    _ name: String, with source: URL, from origin: PluginOrigin
  ) throws(PluginFileError) {
    try copy(source, from: origin) { manifest, copy, target throws(PluginFileError) in
      guard manifest.name == name else {
        throw .notUpdated(name, reason: "its source is the plug-in '\(manifest.name)' now")
      }
      guard !PluginFile(target).isLink else {
        throw .notUpdated(name, reason: "its folder is a link; update what it leads to")
      }
      try changeIndex { $0.markReplaced(name) }
      let code = exchange_paths(copy, target)
      guard code == 0 else {
        let error = POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        throw .notUpdated(
          name, reason: "\(error.systemReason); remove the plug-in, and add it again")
      }
      Self.removeFolder(copy)
    }
  }

  /// Says whether updates leave a plug-in as it is.
  /// - Throws: `PluginFileError.unknown`; `.notUpdated` if nothing says where it comes from;
  ///   `.unusable`.
  package func pin(_ name: String, _ isPinned: Bool) throws(PluginFileError) {
    try locked { () throws(PluginFileError) in
      var origin = try knownOrigin(of: name)
      guard origin.isPinned != isPinned else { return }
      origin.isPinned = isPinned
      // The next reader finds the whole file or none of the change.
      let new = try emptyTemporaryFolder().appending(path: "\(UUID())")
      try Self.create(new.path)
      defer { Self.removeFolder(new.path) }
      try write(origin, in: new)
      let target = folder(of: name).appending(path: PluginOrigin.fileName).path
      guard rename(new.appending(path: PluginOrigin.fileName).path, target) == 0 else {
        throw Self.lastError(target)
      }
    }
  }

  /// Writes where a copy comes from.
  func write(_ origin: PluginOrigin?, in copy: URL) throws(PluginFileError) {
    guard let origin else { return }
    let file = copy.appending(path: PluginOrigin.fileName)
    do {
      try JSON.encode(origin).write(to: file)
    } catch {
      throw .unusable(file.path, reason: error.systemReason)
    }
    chmod(file.path, 0o600)
  }
}
