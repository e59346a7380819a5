import Console
import Foundation
import Mediator
import Plugins

/// Takes plug-ins and their newer versions from where they come from.
struct PluginUpdater: Sendable {
  /// The variables that git gets, such as those of a proxy.
  private static let inherited = [
    "HOME", "PATH", "USER", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
  ]

  let host: CommandLineHost

  private var folder: PluginFolder { PluginFolder(in: host.folder) }

  /// Copies a plug-in into the data folder, without trusting it.
  func add(_ query: AddQuery) async throws -> PluginName {
    let source = try PluginSource(query.source)
    return try await fetching(source, as: query.source) { files, commit in
      try PluginManifest(inFolder: files).check(in: host.app.withoutPlugins)
      let origin = PluginOrigin(source, commit: commit, isPinned: query.pin == true)
      return PluginName(name: try folder.add(files, from: origin).name)
    }
  }

  /// Compares plug-ins with their sources.
  /// - Parameter name: A plug-in; nil for all whose source is known.
  /// - Throws: `PluginFileError.unknown`, `.notUpdated` for a name.
  func outdated(_ name: String?) async throws -> [PluginUpdate] {
    try await compare(name) { _, _, _ in .outdated }
  }

  /// Replaces plug-ins that differ from their sources. Consents to what a replaced one may call end.
  /// - Parameter name: A plug-in; nil for all whose source is known.
  /// - Throws: `PluginFileError.unknown`, `.notUpdated` for a name.
  func update(_ name: String?) async throws -> [PluginUpdate] {
    try await compare(name) { name, files, origin in
      try folder.update(name, with: files, from: origin)
      try GrantStore(in: host.folder).change { grants in
        grants.removeAll { $0.client.kind == .plugin && $0.client.name == name }
      }
      return .updated
    }
  }

  /// What is done with a plug-in whose source, in a folder, differs.
  private typealias Change = (
    _ name: String, _ files: URL, PluginOrigin
  ) throws -> PluginUpdate.State

  private func compare(_ name: String?, _ change: Change) async throws -> [PluginUpdate] {
    if let name {
      _ = try folder.manifest(of: name)
      guard folder.origin(of: name) != nil else {
        throw PluginFileError.notUpdated(
          name, reason: "nothing says where it comes from; remove it, and add it again")
      }
    }
    var updates: [PluginUpdate] = []
    for name in name.map({ [$0] }) ?? folder.names {
      guard let origin = folder.origin(of: name) else { continue }
      updates.append(try await compare(name, origin, change))
    }
    return updates
  }

  private func compare(
    _ name: String, _ origin: PluginOrigin, _ change: Change
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
      let source = try PluginSource(stored: origin.source)
      return try await fetching(source, as: name) { files, commit in
        let isOther = try commit != origin.commit || folder.differs(name, from: files)
        guard isOther else { return result(.current) }
        let manifest = try PluginManifest(inFolder: files)
        try manifest.check(in: host.app.withoutPlugins)
        let new = PluginOrigin(source, commit: commit, isPinned: false)
        return result(try change(name, files, new), manifest.version)
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      return result(.failed, nil, error)
    }
  }

  /// Calls `body` with the folder of a source, and the commit of a repository.
  private func fetching<Result>(
    _ source: PluginSource, as name: String,
    _ body: (URL, _ commit: String?) throws -> Result
  ) async throws -> Result {
    switch source {
    case .folder(let path): return try body(URL(filePath: path), nil)
    case .repository(let address, let revision):
      let progress = ProgressLine(on: host.errors)
      defer { progress.clear() }
      progress.reporter.show("fetching '\(name)'")
      var variables: [String: String] = [:]
      for name in Self.inherited { variables[name] = host.environment[name] }
      let checkout = try await GitCheckout(
        address, revision, variables: variables, in: FileManager.default.temporaryDirectory)
      return try body(checkout.folder, checkout.commit)
    }
  }
}
