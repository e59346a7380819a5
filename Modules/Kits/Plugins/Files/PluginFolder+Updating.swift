package import Foundation
import Mediator
import Platform

/// Replacing plug-ins by newer versions.
extension PluginFolder {
  /// The end of the name of a folder that an update replaces.
  private static let replaced = ".replaced"

  /// Where a plug-in comes from; nil if nothing says that.
  package func origin(of name: String) -> PluginOrigin? {
    let path = folder(of: name).path + "/" + PluginOrigin.fileName
    guard let content = try? PluginFile(path).content(limit: PluginOrigin.maximumSize) else {
      return nil
    }
    return try? JSON.decode(PluginOrigin.self, from: content)
  }

  /// Whether a plug-in lacks a file of a folder, or has another one in its place.
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

  /// Replaces the folder of a plug-in by a copy of another folder. Whatever stops it, the plug-in
  /// has all files of the old version, or all of the new one.
  /// - Throws: `PluginFileError.notUpdated` for another plug-in; what `add` throws.
  package func update(
    _ name: String, with source: URL, from origin: PluginOrigin
  ) throws(PluginFileError) {
    try copy(source, from: origin) { manifest, copy, target throws(PluginFileError) in
      guard manifest.name == name else {
        throw .notUpdated(name, reason: "its source is the plug-in '\(manifest.name)' now")
      }
      let old = temporaryFolder.appending(path: name + Self.replaced).path
      guard rename(target, old) == 0 else { throw Self.lastError(target) }
      guard rename(copy, target) == 0 else {
        let error = Self.lastError(target)
        rename(old, target)
        throw error
      }
      try? FileManager.default.removeItem(atPath: old)
    }
  }

  /// Restores the folders of plug-ins whose update was killed between its two steps.
  func restoreReplacedFolders(_ names: [String]) {
    for name in names where name.hasSuffix(Self.replaced) {
      let target = folder(of: String(name.dropLast(Self.replaced.count))).path
      guard stat(ofLinkAt: target) == nil else { continue }
      rename(temporaryFolder.appending(path: name).path, target)
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
