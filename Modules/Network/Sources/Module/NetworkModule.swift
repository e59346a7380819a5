import Console
import Foundation
import Mediator
public import ModuleManager
import NetworkInterface

/// The module that answers the actions of `Network`.
public struct NetworkModule: Module {
  public static let manifest = Manifest(
    Network.self, summary: "Fetches and downloads files over HTTP",
    answers: [
      Network.fetch, Network.download, Network.downloads, Network.hasChanged, Network.consume,
      Network.discard,
    ])

  public static let contributions = Contributions(settings, warnings, downloaders)

  /// The limits of requests, and the trusted certificates.
  static let settings = NetworkLimits.settings

  private let transport: Transport
  private let fetcher: HTTPFetcher
  private let downloads: DownloadManager

  /// Creates the module; it opens no connection before the first request.
  /// - Throws: `DecodingError` when a setting is not a whole number up to 65,535.
  public init(context: ModuleContext) throws {
    let limits = try NetworkLimits(context.configuration)
    let retryPolicy = RetryPolicy()
    transport = Transport(
      limits: limits, userAgent: "\(context.app.name)/\(context.app.version)")
    fetcher = HTTPFetcher(
      transport: transport, cache: ResponseCache(folder: context.dataFolder),
      limits: limits, retryPolicy: retryPolicy, now: context.now, log: context.log)
    downloads = DownloadManager(
      transport: transport, folder: context.dataFolder, limits: limits,
      retryPolicy: retryPolicy, now: context.now, log: context.log)
  }

  /// Removes what processes that were killed, and earlier versions, have left.
  public func start() { downloads.cleanUp() }

  /// Cancels all transfers and closes all connections.
  public func stop() async { await transport.stop() }

  public func register(with registrar: Registrar) {
    registrar.answer(Network.fetch) { [fetcher] in try await fetcher.fetch($0) }
    registrar.answer(Network.download) { [downloads] in try await downloads.download($0) }
    registrar.answer(Network.downloads) { [downloads] _ in downloads.records }
    registrar.answer(Network.hasChanged) { [downloads] in try await downloads.hasChanged($0) }
    registrar.answer(Network.consume) { [downloads] reference in
      try downloads.consume(reference)
      return Empty()
    }
    registrar.answer(Network.discard) { [fetcher, downloads] reference in
      try downloads.discard(reference)
      fetcher.cache.remove(reference.url)
      return Empty()
    }
  }
}

extension NetworkModule {
  /// Warns when libcurl is not installed or too old.
  static let warnings = [
    WarningSource { _ in
      do {
        _ = try CurlLibrary.load()
        return []
      } catch {
        return ["\(error)"]
      }
    }
  ]
}
