import Foundation
import Mediator
public import ModuleManager
import NetworkInterface

/// Fetches and downloads from the web.
public struct NetworkModule: Module {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Network.self, summary: "fetches and downloads from the web",
    answers: [
      Network.fetch, Network.download, Network.downloads, Network.hasChanged, Network.consume,
      Network.discard,
    ])

  private let web: Web
  private let downloads: Downloads

  /// Creates the module.
  public init(context: ModuleContext) {
    self.init(context: context, patience: Patience())
  }

  init(context: ModuleContext, patience: Patience) {
    let transport = Transport()
    web = Web(
      transport: transport, cache: ResponseCache(folder: context.folder.appending(path: "answers")),
      patience: patience, now: context.now, log: context.log)
    downloads = Downloads(
      transport: transport, folder: context.folder.appending(path: "downloads"), patience: patience,
      now: context.now, log: context.log)
  }

  /// Answers every action.
  public func connect(_ connection: Connection) {
    connection.answer(Network.fetch) { [web] in try await web.fetch($0) }
    connection.answer(Network.download) { [downloads] in try await downloads.download($0) }
    connection.answer(Network.downloads) { [downloads] _ in downloads.records }
    connection.answer(Network.hasChanged) { [downloads] in try await downloads.hasChanged($0) }
    connection.answer(Network.consume) { [downloads] reference in
      try downloads.consume(reference)
      return Empty()
    }
    connection.answer(Network.discard) { [web, downloads] reference in
      try downloads.discard(reference)
      web.cache.remove(reference.url)
      return Empty()
    }
  }
}
