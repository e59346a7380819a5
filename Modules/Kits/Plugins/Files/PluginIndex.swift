import Foundation
import Mediator
import Platform

/// The plug-ins that the user trusts, with what the host must know about them before they run: the
/// file `plugins/index.json`.
package struct PluginIndex: Codable, Hashable, Sendable {
  /// The name of the file in the folder of all plug-ins.
  static let fileName = "index.json"
  /// The maximum size of the file in bytes.
  private static let maximumSize = 16 << 20

  /// The plug-ins in the order of their names.
  package private(set) var plugins: [InstalledPlugin] = []

  package init() {}

  /// Reads the index in the folder of all plug-ins; an empty one if there is no file, which takes
  /// one `open`.
  /// - Throws: `PluginFileError.damagedIndex`, also when other users may write the file.
  init(in folder: URL) throws(PluginFileError) {
    let path = folder.path + "/" + Self.fileName
    let content: Data
    do {
      let file = try FileHandle.reading(path)
      guard let status = stat(of: file.fileDescriptor), [0, geteuid()].contains(status.st_uid),
        status.st_mode & (S_IWGRP | S_IWOTH) == 0
      else { throw PluginFileError.damagedIndex(path, reason: "other users may write it") }
      content = try file.read(upToCount: Self.maximumSize + 1) ?? Data()
    } catch POSIXError.ENOENT {
      return
    } catch POSIXError.EISDIR, POSIXError.EINVAL {
      throw .damagedIndex(path, reason: "it is not a regular file")
    } catch {
      throw error as? PluginFileError ?? .damagedIndex(path, reason: error.systemReason)
    }
    guard content.count <= Self.maximumSize else {
      throw .damagedIndex(path, reason: "it has more than \(Self.maximumSize) bytes")
    }
    do { self = try JSON.decode(Self.self, from: content) } catch {
      throw .damagedIndex(path, reason: "it is not what was written")
    }
    let names = plugins.map(\.manifest.name)
    guard Set(names).count == names.count,
      plugins.allSatisfy({ $0.manifest.isValid && $0.files.count >= 2 })
    else { throw .damagedIndex(path, reason: "it is not what was written") }
  }

  /// The plug-in of a name.
  package subscript(name: String) -> InstalledPlugin? {
    plugins.first { $0.manifest.name == name }
  }

  mutating func set(_ plugin: InstalledPlugin) {
    remove(plugin.manifest.name)
    plugins.append(plugin)
    plugins.sort { $0.manifest.name < $1.manifest.name }
  }

  /// Notes that an update replaces the files of a plug-in, which must be trusted again.
  mutating func markReplaced(_ name: String) {
    guard var plugin = self[name] else { return }
    plugin.isReplaced = true
    set(plugin)
  }

  /// Notes that a plug-in has other values for its variables, so that its program starts again.
  mutating func noteConfiguration(of name: String) {
    guard var plugin = self[name] else { return }
    plugin.configurations = (plugin.configurations ?? 0) &+ 1
    set(plugin)
  }

  mutating func remove(_ name: String) {
    plugins.removeAll { $0.manifest.name == name }
  }

  /// Replaces the file in the folder of all plug-ins.
  /// - Throws: `PluginFileError.indexTooLarge`, `.unusable`. The file is then unchanged.
  func write(in folder: URL) throws(PluginFileError) {
    let path = folder.appending(path: Self.fileName).path
    do {
      let content = try JSON.encode(self)
      guard content.count <= Self.maximumSize else {
        throw PluginFileError.indexTooLarge(path, limit: Self.maximumSize)
      }
      try DataFolder(folder).write(content, to: Self.fileName)
    } catch {
      throw error as? PluginFileError ?? .unusable(path, reason: error.systemReason)
    }
  }
}
