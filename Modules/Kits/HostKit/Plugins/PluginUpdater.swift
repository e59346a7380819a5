import Console
import Foundation
import Mediator
import Platform
import Plugins

/// Takes plug-ins and their newer versions from where they come from.
struct PluginUpdater: Sendable {
  let fetcher: PluginFetcher

  private var host: CommandLineHost { fetcher.host }
  private var folder: PluginFolder { PluginFolder(in: host.folder) }

  /// Copies a plug-in into the data folder, without trusting it.
  func add(_ query: AddQuery) async throws -> AddedPlugin {
    let (source, isFromIndex) = try await source(of: query.source)
    return try await fetcher.fetch(
      source, as: query.source, isFromIndex: isFromIndex, isPinned: query.pin == true
    ) { files, origin in
      let manifest = try PluginManifest(inFolder: files)
      guard !isFromIndex || manifest.name == query.source else {
        throw PluginFileError.badSource(
          source.text,
          reason: "it is the plug-in '\(manifest.name)', but the index says '\(query.source)'; "
            + "tell the author of the index")
      }
      try manifest.check(in: host.app.withoutPlugins)
      try folder.add(files, from: origin)
      return AddedPlugin(manifest, from: origin)
    }
  }

  /// Where to take a plug-in from: what the person says, or what the index says about a name that is
  /// no folder.
  private func source(
    of text: String
  ) async throws -> (source: PluginSource, isFromIndex: Bool) {
    let source = try PluginSource(text)
    guard case .folder(let path) = source, text.isPluginName, stat(at: path) == nil else {
      return (source, false)
    }
    do {
      let entry = try await fetcher.searchIndex().entry(named: text)
      return (try PluginSource(stored: entry.source), true)
    } catch PluginFileError.noSearchIndex {
      throw PluginFileError.noSearchIndex(name: text)
    }
  }

  /// Compares plug-ins with their sources.
  /// - Parameter name: A plug-in; nil for all whose source is known.
  /// - Throws: `PluginFileError.unknown`, `.notUpdated` for a name.
  func outdated(_ name: String?) async throws -> [PluginUpdate] {
    try await compare(try names(name)) { _, _, _ in .outdated }
  }

  /// Replaces plug-ins that differ from their sources. Consents to what a replaced one may call end.
  /// - Throws: `PluginFileError.unknown`, `.notUpdated` for a name; `.pinWithoutName`; `.unusable`.
  func update(_ query: UpdateQuery) async throws -> [PluginUpdate] {
    let names = try names(query.name)
    if let pin = query.pin {
      guard let name = query.name else { throw PluginFileError.pinWithoutName }
      try folder.pin(name, pin)
    }
    return try await compare(names) { name, files, origin in
      try folder.update(name, with: files, from: origin)
      try GrantStore(in: host.folder).change { grants in
        grants.removeAll { $0.client.kind == .plugin && $0.client.name == name }
      }
      return .updated
    }
  }

  /// A plug-in whose source is known, or all of them.
  private func names(_ name: String?) throws -> [String] {
    guard let name else { return folder.names.filter { folder.origin(of: $0) != nil } }
    _ = try folder.knownOrigin(of: name)
    return [name]
  }

  /// What is done with a plug-in whose source, in a folder, differs.
  private typealias Change = (
    _ name: String, _ files: URL, PluginOrigin
  ) throws -> PluginUpdate.State

  private func compare(_ names: [String], _ change: Change) async throws -> [PluginUpdate] {
    var updates: [PluginUpdate] = []
    var index: Result<PluginSearchIndex, any Error>?
    for name in names {
      guard let origin = folder.origin(of: name) else { continue }
      updates.append(try await compare(name, origin, &index, change))
    }
    return updates
  }

  /// - Parameter index: The index, or why it cannot be read; nil until it is first needed.
  private func compare(
    _ name: String, _ origin: PluginOrigin, _ index: inout Result<PluginSearchIndex, any Error>?,
    _ change: Change
  ) async throws -> PluginUpdate {
    let version = try? folder.manifest(of: name).version
    func result(
      _ state: PluginUpdate.State, _ newVersion: String? = nil, _ reason: (any Error)? = nil
    ) -> PluginUpdate {
      PluginUpdate(
        name: name, state: state, version: version,
        newVersion: newVersion == version ? nil : newVersion, source: origin.source,
        reason: reason?.sentence)
    }
    guard !origin.isPinned else { return result(.pinned) }
    do {
      let isFromIndex = origin.isFromIndex == true
      if isFromIndex, index == nil {
        do { index = .success(try await fetcher.searchIndex()) } catch { index = .failure(error) }
      }
      let text = isFromIndex ? try index?.get().entry(named: name).source : nil
      let source = try PluginSource(stored: text ?? origin.source)
      return try await fetcher.fetch(
        source, as: name, isFromIndex: isFromIndex, isPinned: false
      ) { files, new in
        let isOther = try !new.isSameVersion(as: origin) || folder.differs(name, from: files)
        guard isOther else { return result(.current) }
        let manifest = try PluginManifest(inFolder: files)
        try manifest.check(in: host.app.withoutPlugins)
        return result(try change(name, files, new), manifest.version)
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return result(.failed, nil, error)
    }
  }
}
