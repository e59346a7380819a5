package import Foundation
import Mediator
import Platform

/// Copying plug-ins into the folder.
extension PluginFolder {
  /// The largest size of a plug-in's folder in bytes.
  package static let maximumBytes = 100 << 20

  /// Copies a folder with a `plugin.json`. The copy has the name of the plug-in, and only the
  /// current user can read and change it. Nothing is left of a copy that fails.
  /// - Parameter origin: What the copy says about its source; nil for nothing.
  /// - Throws: `PluginFileError.badManifest`; `.exists` if there is a plug-in of the name;
  ///   `.notCopied` for a folder that is too large, or contains a link to somewhere else or
  ///   anything but files, folders and links; `.unusable`, `.noFolder`.
  @discardableResult
  package func add(
    _ source: URL, from origin: PluginOrigin? = nil
  ) throws(PluginFileError) -> PluginManifest {
    try copy(source, from: origin) { manifest, copy, target throws(PluginFileError) in
      guard stat(ofLinkAt: target) == nil else { throw .exists(manifest.name) }
      // They were given to a plug-in whose folder was removed by hand.
      try removeValues(of: manifest.name)
      guard rename(copy, target) == 0 else { throw Self.lastError(target) }
    }
  }

  /// Copies a folder with a `plugin.json` to a temporary one, and calls `place` with the paths of
  /// the copy and of the plug-in's folder while no other process changes the folder.
  /// - Throws: What `add` and `place` throw. The copy is removed then.
  @discardableResult
  func copy(
    _ source: URL, from origin: PluginOrigin?,
    place: (PluginManifest, _ copy: String, _ target: String) throws(PluginFileError) -> Void
  ) throws(PluginFileError) -> PluginManifest {
    let manifest = try PluginManifest(inFolder: source)
    let items = try items(of: source)
    try locked { () throws(PluginFileError) in
      let copy = try emptyTemporaryFolder().appending(path: "\(UUID())")
      do throws(PluginFileError) {
        try Self.create(copy.path)
        for item in items { try item.copy(to: copy.path + "/" + item.name) }
        for item in items { try item.check(copiedTo: copy.path) }
        // What was read first may have changed.
        guard try PluginManifest(inFolder: copy) == manifest else {
          throw .notCopied(source.path, reason: "it is being changed; try again")
        }
        try write(origin, in: copy)
        try place(manifest, copy.path, folder(of: manifest.name).path)
      } catch {
        Self.removeFolder(copy.path)
        throw error
      }
    }
    return manifest
  }

  /// What a folder contains, each folder before its content.
  func items(of source: URL) throws(PluginFileError) -> [PluginItem] {
    guard let root = PluginFile(source.path).resolvedPath else {
      throw .unusable(source.path, reason: POSIXError.last.systemReason)
    }
    let names = FileManager.default.enumerator(atPath: root)
    var items: [PluginItem] = []
    var bytes = 0
    while let name = names?.nextObject() as? String {
      // The source may be the copy in another app, or a checkout of git.
      guard name != PluginOrigin.fileName, name.split(at: "/").first != ".git" else { continue }
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

  static func create(_ folder: String) throws(PluginFileError) {
    guard mkdir(folder, 0o700) == 0 else { throw lastError(folder) }
  }
}
