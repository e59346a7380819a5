import Console
import Foundation
import Mediator
import Plugins

/// Takes the files of plug-ins from folders, archives and repositories.
struct PluginFetcher: Sendable {
  /// The variables that git gets, such as those of a proxy.
  private static let inherited = [
    "HOME", "PATH", "USER", "http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY",
  ]

  let host: CommandLineHost
  /// The mediator of the session, through which the app downloads.
  let mediator: Mediator

  /// Calls `body` with the folder of a source, and what the copy says about it.
  /// - Parameters:
  ///   - name: What the person asked for, which the line of progress shows.
  ///   - isFromIndex: Whether an index has named the source.
  /// - Throws: `PluginFileError`, what the module throws that downloads, and what `body` throws.
  func fetch<Result>(
    _ source: PluginSource, as name: String, isFromIndex: Bool, isPinned: Bool,
    _ body: (URL, PluginOrigin) throws -> Result
  ) async throws -> Result {
    func origin(commit: String? = nil, sha256: String? = nil) -> PluginOrigin {
      PluginOrigin(
        source, commit: commit, sha256: sha256, isFromIndex: isFromIndex, isPinned: isPinned)
    }
    let variables = variables
    let progress = ProgressLine(on: host.errors)
    defer { progress.clear() }
    switch source {
    case .folder(let path): return try body(URL(filePath: path), origin())
    case .archive(let location, let sha256):
      let temporary = try folder.makeFetchFolder()
      let path = try await file(
        at: location, as: name, in: temporary, limit: PluginFolder.maximumBytes, progress)
      let archive = try await UnpackedArchive(
        path, sha256: sha256, from: location, variables: variables, in: temporary.url)
      // They remove their folders.
      defer { withExtendedLifetime((temporary, archive)) {} }
      return try body(archive.folder, origin(sha256: archive.sha256))
    case .repository(let address, let revision):
      let temporary = try folder.makeFetchFolder()
      progress.reporter.show("fetching '\(name)'")
      let checkout = try await GitCheckout(
        address, revision, variables: variables, in: temporary.url)
      defer { withExtendedLifetime((temporary, checkout)) {} }
      return try body(checkout.folder, origin(commit: checkout.commit))
    }
  }

  /// The index that the setting `plugins.index` names.
  /// - Throws: `PluginFileError.noSearchIndex` if it names none; `.badSearchIndex`; what the module
  ///   throws that downloads.
  func searchIndex() async throws -> PluginSearchIndex {
    guard let location = try host.configuration.pluginIndex else {
      throw PluginFileError.noSearchIndex()
    }
    let progress = ProgressLine(on: host.errors)
    defer { progress.clear() }
    guard location.isSecureAddress else {
      return try PluginSearchIndex(fileAt: location, from: location)
    }
    let temporary = try folder.makeFetchFolder()
    defer { withExtendedLifetime(temporary) {} }
    let path = try await file(
      at: location, as: "the index", in: temporary, limit: PluginSearchIndex.maximumSize, progress)
    return try PluginSearchIndex(fileAt: path, from: location)
  }

  private var folder: PluginFolder { PluginFolder(in: host.folder) }

  private var variables: [String: String] {
    var variables: [String: String] = [:]
    for name in Self.inherited { variables[name] = host.environment[name] }
    return variables
  }

  /// The path of a file, which is downloaded if it has an address.
  private func file(
    at location: String, as name: String, in temporary: FetchFolder, limit: Int,
    _ progress: ProgressLine
  ) async throws -> String {
    guard location.isSecureAddress else { return location }
    let modules = host.enabledModules(try host.configuration)
    guard let downloader = modules.contributions(of: HTTPDownloader.self).first else {
      throw PluginFileError.noDownloader(location)
    }
    let target = temporary.url.appending(path: "download")
    let reporter = progress.reporter
    reporter.show("downloading '\(name)'")
    let request = HTTPDownloader.Request(location, to: target, limit: limit) { received, total in
      reporter.show("downloading '\(name)'", total.map { Double(received) / Double(max($0, 1)) })
    }
    try await downloader.download(mediator, request)
    return target.path
  }
}
