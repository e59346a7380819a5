package import Foundation
import Mediator
import Platform

/// The folder `plugins` in the app's data folder: a folder for each plug-in, and the index of those
/// that the user trusts.
///
/// Several processes may use it at the same time: each change is made under a lock on the folder.
package struct PluginFolder: Sendable {
  /// The name of the folder in the app's data folder.
  package static let name = "plugins"
  /// The folder of `DataFolder` for temporary files.
  package static let temporary = "temporary"
  /// How long changes of the folder are waited for after the first one.
  private static let restTime = Duration.milliseconds(100)

  /// The app's data folder.
  let home: URL
  /// The folder of all plug-ins. It need not exist.
  let url: URL
  /// The values of variables for a plug-in that is not installed; nil for those in the data folder.
  let given: [String: GivenValue]?

  /// The folder in an app's data folder.
  package init(in home: URL) {
    self.init(
      in: home, at: home.appending(path: Self.name, directoryHint: .isDirectory), given: nil)
  }

  init(in home: URL, at url: URL, given: [String: GivenValue]?) {
    (self.home, self.url, self.given) = (home, url, given)
  }

  /// The plug-ins that the user trusts. Without plug-ins this takes one `open`.
  /// - Throws: `PluginFileError.damagedIndex`.
  package var index: PluginIndex {
    get throws(PluginFileError) { try PluginIndex(in: url) }
  }

  /// The names of the folders of plug-ins in alphabetical order, whether trusted or not.
  package var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { name in
      !name.hasPrefix(".") && name != Self.temporary && PluginFile(folder(of: name).path).isFolder
    }.sorted()
  }

  /// The names of all plug-ins in alphabetical order: of those in the index, and of all folders.
  package func allNames(in index: PluginIndex) -> [String] {
    Set(names + index.plugins.map(\.manifest.name)).sorted()
  }

  /// The folder of a plug-in, which may be a link.
  func folder(of name: String) -> URL { url.appending(path: name) }

  /// Reads what a plug-in says about itself.
  /// - Throws: `PluginFileError.unknown` without such a folder, `.badManifest`, `.unusable`.
  package func manifest(of name: String) throws(PluginFileError) -> PluginManifest {
    try checkExists(name)
    return try PluginManifest(ofFolder: folder(of: name))
  }

  /// Adds a plug-in to the index, or replaces the one of its name.
  /// - Throws: `PluginFileError.damagedIndex`, `.indexTooLarge`, `.unusable`.
  package func trust(_ plugin: InstalledPlugin) throws(PluginFileError) {
    try change { index in index.set(plugin) }
  }

  /// A plug-in as the user trusts it now. One with another manifest is not returned, because the
  /// plug-in's actions belong to the earlier one.
  /// - Throws: `PluginFileError.untrusted`, `.damagedIndex`.
  package func current(_ plugin: InstalledPlugin) throws(PluginFileError) -> InstalledPlugin {
    guard let stored = try index[plugin.manifest.name] else {
      throw .untrusted(plugin.manifest.name)
    }
    return stored.manifest == plugin.manifest ? stored : plugin
  }

  /// Stores the era and the tools of a plug-in that was started, unless the user has trusted
  /// another version of it, or distrusted it, meanwhile. It does not wait: while another process
  /// changes the folder, nothing is stored.
  /// - Returns: Whether it did not have to wait.
  /// - Throws: `PluginFileError.damagedIndex`, `.indexTooLarge`, `.unusable`.
  package func update(_ plugin: InstalledPlugin) throws(PluginFileError) -> Bool {
    try ifFree { () throws(PluginFileError) in
      try changeIndex { index in
        guard let stored = index[plugin.manifest.name], stored.files == plugin.files,
          stored.manifest == plugin.manifest, stored.isReplaced != true
        else { return }
        var changed = stored
        (changed.era, changed.tools) = (plugin.era, plugin.tools)
        index.set(changed)
      }
    }
  }

  /// Removes a plug-in from the index.
  /// - Throws: `PluginFileError.unknown` for one that is neither there nor has a folder,
  ///   `.damagedIndex`, `.unusable`.
  package func distrust(_ name: String) throws(PluginFileError) {
    guard try index[name] == nil else { return try change { index in index.remove(name) } }
    try checkExists(name)
  }

  /// Removes the values of a plug-in's variables, removes it from the index, and removes its folder
  /// with its log.
  /// - Throws: `PluginFileError.unknown`, `.damagedIndex`, `.unusable`.
  package func remove(_ name: String) throws(PluginFileError) {
    if try index[name] == nil, !hasValues(of: name) { try checkExists(name) }
    try locked { () throws(PluginFileError) in
      try removeValues(of: name)
      try changeIndex { $0.remove(name) }
      // The next reader finds the whole folder or none. A link is removed, and not its target.
      let removed = try emptyTemporaryFolder().appending(path: "\(UUID())").path
      let path = folder(of: name).path
      guard rename(path, removed) == 0 || errno == ENOENT else { throw Self.lastError(path) }
      Self.removeFolder(removed)
    }
    let data = home.appending(path: name)
    unlink(data.appending(path: StandardErrorLog.fileName).path)
    rmdir(data.appending(path: Self.temporary).path)
    rmdir(data.path)
  }

  /// Removes a folder, also one in which a program has made folders that cannot be written. What
  /// cannot be removed is tried again at the next change.
  static func removeFolder(_ path: String) {
    if !PluginFile(path).isLink {
      let names = FileManager.default.enumerator(atPath: path)
      while let name = names?.nextObject() as? String {
        let item = PluginFile(path + "/" + name)
        if !item.isLink, item.isFolder { chmod(item.path, 0o700) }
      }
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folder for what is fetched, copied, replaced or removed.
  package var temporaryFolder: URL {
    url.appending(path: Self.temporary, directoryHint: .isDirectory)
  }

  /// Removes what killed processes have left in the folder for what is fetched, copied or removed,
  /// which is created if it is missing, and returns it. Call it while the folder is locked.
  func emptyTemporaryFolder() throws(PluginFileError) -> URL {
    let folder = temporaryFolder
    do { try DataFolder(folder).create() } catch {
      throw .unusable(folder.path, reason: error.systemReason)
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for item in names.map({ folder.appending(path: $0) })
    where PluginFile(item.path).isFolder && !FetchFolder.isInUse(item) {
      Self.removeFolder(item.path)
    }
    return folder
  }

  /// One element at once, and after changes of the folder, such as of the index. Changes soon after
  /// each other are one. The folder is created if it is missing; if it cannot be, the stream ends.
  package func watchChanges() -> AsyncStream<Void> {
    let folder = url
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      guard (try? DataFolder(folder).create()) != nil,
        let changes = AsyncStream.changes(inFolder: folder.path)
      else { return continuation.finish() }
      continuation.yield()
      let task = Task {
        for await _ in changes {
          try? await Task.sleep(for: Self.restTime)
          continuation.yield()
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Runs `body` while no other process changes the folder, which is created if it is missing.
  /// - Throws: `PluginFileError.unusable`, or what `body` throws.
  func locked<Result>(
    _ body: () throws(PluginFileError) -> Result
  ) throws(PluginFileError) -> Result {
    do {
      try DataFolder(url).create()
      return try FileLock.withLock(onFolder: url, body)
    } catch {
      throw error as? PluginFileError ?? .unusable(url.path, reason: error.systemReason)
    }
  }

  /// Runs `body` unless another process changes the folder.
  /// - Returns: Whether `body` has run.
  private func ifFree(_ body: () throws(PluginFileError) -> Void) throws(PluginFileError) -> Bool {
    do {
      return try FileLock.withFreeLock(onFolder: url, body) != nil
    } catch {
      throw error as? PluginFileError ?? .unusable(url.path, reason: error.systemReason)
    }
  }

  private func change(_ body: (inout PluginIndex) -> Void) throws(PluginFileError) {
    try locked { () throws(PluginFileError) in try changeIndex(body) }
  }

  /// Changes the index while the folder is locked; an index that would be the same is not written.
  func changeIndex(_ body: (inout PluginIndex) -> Void) throws(PluginFileError) {
    DataFolder(url).removeAbandonedFiles()
    let old = try index
    var new = old
    body(&new)
    if new != old { try new.write(in: url) }
  }

  /// - Throws: `PluginFileError.unknown` unless the plug-in has a folder.
  private func checkExists(_ name: String) throws(PluginFileError) {
    let names = names
    guard names.contains(name) else { throw .unknown(name, nearest: names.nearest(to: name).first) }
  }

  static func lastError(_ path: String) -> PluginFileError {
    .unusable(path, reason: POSIXError.last.systemReason)
  }
}
