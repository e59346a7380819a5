import CityListInterface
import Foundation
import Mediator
import ModuleManager
import NetworkInterface
import Platform

/// The catalogue at an address, in the format of `cities.json`, and its copy on disk, which is used
/// until it is a day old and when the address cannot be read. Entries that cannot be used are
/// skipped, and so are the addresses of licences and of realtime sources that do not begin with
/// `https://`.
struct RemoteCatalogue: Sendable {
  /// The age in seconds after which the copy is renewed.
  static let freshness: TimeInterval = 86_400
  /// How long to use the copy after the address could not be read, in seconds.
  static let pause: TimeInterval = 60

  private let url: String
  private let timeLimit: Duration
  private let folder: DataFolder
  private let secrets: SecretAddresses
  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let log: Log
  /// The decoded copy, which is read from disk once.
  private let memory = Lock<(isRead: Bool, copy: CatalogueCopy?)>((false, nil))
  /// Runs one request at a time.
  private let requests = KeyedSemaphore(limit: 1)

  /// - Parameter timeLimit: The longest time to wait for the address.
  init(url: String, timeLimit: Duration = .seconds(5), context: ModuleContext) {
    self.url = url
    self.timeLimit = timeLimit
    folder = context.dataFolder
    secrets = SecretAddresses(folder: folder)
    mediator = context.mediator
    now = context.now
    log = context.log
  }

  /// The entries of the copy.
  var entries: [CitySource] { copy?.entries ?? [] }

  /// When the address was read, if that is longer ago than the copy is used; nil for a copy that is
  /// up to date, and without a copy.
  var outdatedSince: Date? {
    copy?.date.flatMap { date in
      (0...Self.freshness).contains(now().timeIntervalSince(date)) ? nil : date
    }
  }

  /// Reads the address when it is time to renew the copy; concurrent calls read it once. A failure
  /// is logged, and the entries of the copy stay.
  func refreshIfDue() async {
    guard isDue else { return }
    do {
      try await requests.run { if isDue { try await read() } }
    } catch {
      report(error)
    }
  }

  /// Reads the address.
  /// - Throws: `NetworkError`, `CityListError.slowCatalogue` and `CancellationError`; the entries
  ///   of the copy stay.
  func refresh() async throws {
    try await requests.run { try await read() }
  }

  /// Logs why the address could not be read.
  func report(_ error: any Error) {
    guard !(error is CancellationError) else { return }
    log.error("cannot read the address in 'city-list.catalogue-url': \(error)")
  }

  private var isDue: Bool {
    let wait = copy?.renewal.timeIntervalSince(now())
    return wait.map { (0...Self.freshness).contains($0) } != true
  }

  private func read() async throws {
    do {
      let entries = try await fetchedEntries()
      let date = now()
      store(
        CatalogueCopy(
          url: url.addressID, renewal: date + Self.freshness, date: date, entries: entries))
    } catch {
      try Task.checkCancellation()
      store(
        CatalogueCopy(
          url: url.addressID, renewal: now() + Self.pause, date: copy?.date, entries: entries))
      throw error
    }
  }

  private func fetchedEntries() async throws -> [CitySource] {
    let endpoint = WebEndpoint<Empty, [RemoteEntry]>(WebServer(baseURL: url), limit: 4 << 20) {
      try RemoteEntry.usableList(in: $0.body)
    }
    let entries = try await withThrowingTaskGroup { group in
      group.addTask { try await mediator.fetch(endpoint, Empty()) }
      group.addTask {
        try await Task.sleep(for: timeLimit)
        throw CityListError.slowCatalogue(shownURL, after: timeLimit)
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
    warn(about: entries.compactMap(\.problem))
    return entries.compactMap(\.source)
  }

  private func warn(about problems: [String]) {
    guard !problems.isEmpty else { return }
    let shown = problems.prefix(3).joined(separator: ", ")
    let others = problems.count > 3 ? " and \(problems.count - 3) more" : ""
    log.warning("skipped entries of '\(shownURL)': \(shown)\(others); correct the list")
  }

  private var shownURL: String { url.shownAddress }

  private struct CatalogueCopy: Codable {
    /// The address of the list, without secrets: `WebServer.id`.
    let url: String
    /// When to read the address again.
    let renewal: Date
    /// When the address was read; nil if it never was, and in a file of an earlier version.
    let date: Date?
    let entries: [CitySource]
  }

  /// Nil when there is no copy of this address that can be read.
  private var copy: CatalogueCopy? {
    memory.withLock { memory in
      if !memory.isRead { memory = (true, storedCopy) }
      return memory.copy
    }
  }

  private static let path = "catalogue.json"

  /// Removes secrets from the addresses that an earlier version stored.
  func removeSecrets() {
    guard let file, file.url.hasSecrets || file.entries.contains(where: \.feed.hasSecrets), let copy
    else { return }
    write(copy)
  }

  /// The copy as it is stored: with digests in place of secrets.
  private var file: CatalogueCopy? {
    guard let data = try? folder.content(of: Self.path),
      let copy = try? JSONDecoder().decode(CatalogueCopy.self, from: data),
      copy.url.addressID == url.addressID
    else { return nil }
    return copy
  }

  private var storedCopy: CatalogueCopy? {
    guard let copy = file else { return nil }
    let addresses = secrets.known
    let entries = copy.entries.compactMap { entry in
      addresses.address(of: Self.name(of: entry), id: entry.feed).map { entry.with(feed: $0) }
    }
    // An entry without its secrets cannot be used until the address is read again.
    let renewal = entries.count == copy.entries.count ? copy.renewal : .distantPast
    return CatalogueCopy(
      url: copy.url.addressID, renewal: renewal, date: copy.date, entries: entries)
  }

  private func store(_ copy: CatalogueCopy) {
    memory.withLock { $0 = (true, copy) }
    write(copy)
  }

  private func write(_ copy: CatalogueCopy) {
    do {
      let secretEntries = copy.entries.filter(\.feed.hasSecrets)
      try secrets.update { addresses in
        addresses = addresses.filter { !$0.key.hasPrefix(Self.path) }
        for entry in secretEntries { addresses[Self.name(of: entry)] = entry.feed }
      }
      let entries = copy.entries.map { $0.with(feed: $0.feed.addressID) }
      let stored = CatalogueCopy(
        url: copy.url, renewal: copy.renewal, date: copy.date, entries: entries)
      try folder.write(JSONEncoder().encode(stored), to: Self.path)
    } catch {
      let path = folder.url.appending(path: Self.path).path
      log.error("cannot store '\(path)': \(error.systemReason)")
    }
  }

  /// The name of an entry among the secret addresses.
  private static func name(of entry: CitySource) -> String { "\(path)/\(entry.id)" }
}

/// An entry from the network, without the fields that only the user may set.
private struct RemoteEntry: Decodable {
  /// Nil if the entry cannot be used.
  let source: CitySource?
  /// Why the entry cannot be used; nil if it can.
  let problem: String?

  private enum CodingKeys: CodingKey { case id, feed }

  /// The entries of a list.
  /// - Throws: `DecodingError`, also when it has entries, but none that can be used: then the
  ///   server has answered with something else than the list, such as an error message.
  static func usableList(in json: Data) throws -> [RemoteEntry] {
    let entries = try JSONDecoder().decode([RemoteEntry].self, from: json)
    if let problem = entries.first?.problem, entries.allSatisfy({ $0.source == nil }) {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "no entry can be used, \(problem)"))
    }
    return entries
  }

  init(from decoder: any Decoder) throws {
    do {
      source = try Self.source(from: decoder)
      problem = nil
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      let fields = try? decoder.container(keyedBy: CodingKeys.self)
      let id = try? fields?.decode(String.self, forKey: .id)
      source = nil
      problem = "'\(field ?? "")'" + (id.map { " of '\($0)'" } ?? "") + ": \(reason)"
    }
  }

  /// - Throws: `DecodingError`, also when the address of the feed does not begin with `https://`.
  private static func source(from decoder: any Decoder) throws -> CitySource {
    let entry = try CitySource(from: decoder)
    guard isEncrypted(entry.feed) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [CodingKeys.feed],
          debugDescription: "expected an address that begins with https"))
    }
    return CitySource(
      id: entry.id, name: entry.name, country: entry.country, languages: entry.languages,
      publisher: entry.publisher, feed: entry.feed,
      licence: entry.licence.flatMap { isEncrypted($0) ? $0 : nil },
      realtime: entry.realtime.flatMap { isUsable($0) ? $0 : nil })
  }

  /// Whether there are addresses, all encrypted and without secrets: the list shows them.
  private static func isUsable(_ realtime: PublishedRealtime) -> Bool {
    !realtime.addresses.isEmpty
      && (realtime.addresses + [realtime.source]).allSatisfy { isEncrypted($0) && !$0.hasSecrets }
  }

  private static func isEncrypted(_ address: String) -> Bool {
    let url = URLComponents(string: address)
    return url?.scheme?.lowercased() == "https" && url?.host?.isEmpty == false
  }
}
