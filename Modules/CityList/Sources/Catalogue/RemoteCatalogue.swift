import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import NetworkInterface

/// The catalogue at an address, in the format of `cities.json`, and its copy on disk, which is used
/// until it is a day old and when the address cannot be read.
struct RemoteCatalogue: Sendable {
  /// The age in seconds after which the copy is renewed.
  static let freshness: TimeInterval = 86_400
  /// How long to use the copy after the address could not be read, in seconds.
  static let pause: TimeInterval = 3600

  private let url: String
  private let timeLimit: Duration
  private let file: URL
  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let log: Log

  /// - Parameter timeLimit: How long a list of cities may wait for the address.
  init(url: String, timeLimit: Duration = .seconds(5), context: ModuleContext) {
    self.url = url
    self.timeLimit = timeLimit
    file = context.folder.appending(path: "catalogue.json")
    mediator = context.mediator
    now = context.now
    log = context.log
  }

  /// The entries of the copy.
  var entries: [CitySource] { copy?.entries ?? [] }

  /// Reads the address when it is time to renew the copy.
  func refreshIfDue() async {
    let wait = copy?.renewal.timeIntervalSince(now())
    guard wait.map({ (0...Self.freshness).contains($0) }) != true else { return }
    await refresh()
  }

  /// Reads the address. A failure is logged, and the entries of the copy stay.
  func refresh() async {
    do {
      let entries = try await fetchedEntries()
      store(CatalogueCopy(url: url, renewal: now() + Self.freshness, entries: entries))
    } catch {
      guard !Task.isCancelled else { return }
      log.error("cannot read the address in 'city-list.catalogue-url': \(error)")
      store(CatalogueCopy(url: url, renewal: now() + Self.pause, entries: entries))
    }
  }

  private func fetchedEntries() async throws -> [CitySource] {
    let endpoint = WebEndpoint<Empty, [RemoteEntry]>(WebService(baseURL: url), limit: 4 << 20)
    return try await withThrowingTaskGroup { group in
      group.addTask { try await mediator.fetch(endpoint, Empty()).map(\.source) }
      group.addTask {
        try await Task.sleep(for: timeLimit)
        throw NetworkError.timedOut(
          URL(string: url)?.withoutSecrets ?? url, .total, after: timeLimit)
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }

  private struct CatalogueCopy: Codable {
    let url: String
    /// When to read the address again.
    let renewal: Date
    let entries: [CitySource]
  }

  /// Nil when there is no copy of this address that can be read.
  private var copy: CatalogueCopy? {
    guard let data = try? Data(contentsOf: file),
      let copy = try? JSONDecoder().decode(CatalogueCopy.self, from: data), copy.url == url
    else { return nil }
    return copy
  }

  private func store(_ copy: CatalogueCopy) {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONEncoder().encode(copy).write(to: file, options: .atomic)
    } catch {
      log.error("cannot store '\(file.path)': \(error.systemReason)")
    }
  }
}

/// An entry from the network, without the fields that only the user may set.
private struct RemoteEntry: Decodable {
  let source: CitySource

  private enum CodingKeys: CodingKey { case feed, licence }

  /// - Throws: `DecodingError` when an address does not begin with `https://`.
  init(from decoder: any Decoder) throws {
    let entry = try CitySource(from: decoder)
    let addresses = [(CodingKeys.feed, entry.feed), (.licence, entry.licence ?? "https://a")]
    for (key, address) in addresses {
      let url = URLComponents(string: address)
      guard url?.scheme?.lowercased() == "https", url?.host?.isEmpty == false else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath + [key],
            debugDescription: "'\(address)' is not an address that begins with https"))
      }
    }
    source = CitySource(
      id: entry.id, name: entry.name, country: entry.country, languages: entry.languages,
      publisher: entry.publisher, feed: entry.feed, licence: entry.licence)
  }
}
