import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface

/// Brings cities here and takes them away. What there is, the disk tells through Network and
/// DataSource.
struct CityManager: Sendable {
  let mediator: Mediator
  let catalogue: Catalogue
  let jobs: CityJobs

  /// Installs the feed of a request, downloaded first where its source is an address.
  func add(_ request: AddCity) async throws -> City {
    guard request.city != .builtIn else { throw DataSourceError.builtIn(request.city) }
    guard request.isOnTheWeb else { return try await addFile(request) }
    let before = catalogue.added(request.city)
    let entry = CitySource(
      id: request.city, name: request.name, feed: request.source,
      allowsPlainHTTP: request.plainHttp)
    try catalogue.keep(entry)
    do {
      return try await jobs.run(entry.id) { try await bring(entry, acceptsUnchanged: false) }.city
    } catch {
      // Of its own, since a cancelled task could not clean up.
      try? await Task { try await forget(entry, after: before) }.value
      throw error
    }
  }

  /// Takes back an address that gave nothing; what is half there can be gone on with.
  private func forget(_ entry: CitySource, after before: CitySource?) async throws {
    guard try await record(of: entry)?.received ?? 0 == 0 else { return }
    if let before { try catalogue.keep(before) } else { catalogue.forget(entry.id) }
    try await discard(entry)
  }

  func download(_ city: CityID) async throws -> City {
    guard city != .builtIn else { throw DataSourceError.builtIn(city) }
    let entry = try catalogue.entry(of: city)
    return try await jobs.run(city) { try await bring(entry, acceptsUnchanged: false) }.city
  }

  func update(_ city: CityID) async throws -> CityUpdate {
    guard city != .builtIn else { throw DataSourceError.builtIn(city) }
    _ = try await mediator.perform(DataSource.city, CityQuery(city: city))
    guard let entry = catalogue.entries[city] else { throw CityListError.noAddress(city) }
    return try await jobs.run(city) { try await bring(entry, acceptsUnchanged: true) }
  }

  /// Removes the download, the city, and the address that was added.
  func remove(_ request: RemoveCity) async throws -> RemovedCity {
    let id = request.city
    guard id != .builtIn else { throw DataSourceError.builtIn(id) }
    guard jobs[id]?.state ?? .failed == .failed else { throw CityListError.busy(id) }
    let entry = catalogue.entries[id]
    let isInstalled = try await installed[id] != nil
    var hasTrace = catalogue.added(id) != nil
    if let entry {
      if try await record(of: entry) != nil { hasTrace = true }
      try await discard(entry)
    }
    jobs.forget(id)
    if request.keepAddress != true { catalogue.forget(id) }
    guard isInstalled || !hasTrace else {
      return RemovedCity(id: id, name: entry?.name ?? "\(id)", wasCurrent: false)
    }
    let city = try await mediator.perform(DataSource.remove, CityReference(city: id))
    return RemovedCity(id: id, name: city.name, wasCurrent: city.isCurrent)
  }

  /// The cities on disk.
  var installed: [CityID: City] {
    get async throws {
      let cities = try await mediator.perform(DataSource.cities)
      return Dictionary(cities.map { ($0.id, $0) }) { first, _ in first }
    }
  }

  private func discard(_ entry: CitySource) async throws {
    _ = try await mediator.perform(Network.discard, DownloadReference(url: entry.feed))
  }

  private func record(of entry: CitySource) async throws -> DownloadRecord? {
    try await mediator.perform(Network.downloads).first { $0.url == entry.feed }
  }

  private func addFile(_ request: AddCity) async throws -> City {
    try await jobs.run(request.city) {
      let city = try await install(request.source, as: request.city, name: request.name)
      // What was downloaded before is not what is installed now.
      if let entry = catalogue.entries[request.city] {
        try await discard(entry)
      }
      return city
    }
  }

  private func bring(_ entry: CitySource, acceptsUnchanged: Bool) async throws -> CityUpdate {
    let request = DownloadRequest(
      url: entry.feed, allowsPlainHTTP: entry.allowsPlainHTTP ?? false,
      acceptsUnchanged: acceptsUnchanged
    ) { [jobs] progress in
      jobs.report(
        CityProgressed(
          city: entry.id, state: .downloading, fraction: progress.fraction,
          received: progress.received, remaining: progress.remaining))
    }
    guard case .file(let file) = try await mediator.perform(Network.download, request) else {
      let query = CityQuery(city: entry.id)
      return CityUpdate(
        city: try await mediator.perform(DataSource.city, query), isNew: false)
    }
    do {
      let city = try await install(file, as: entry.id, name: entry.name)
      _ = try await mediator.perform(Network.consume, DownloadReference(url: entry.feed))
      return CityUpdate(city: city, isNew: true)
    } catch DataSourceError.notAFeed(file, let reason) {
      try await discard(entry)
      throw DataSourceError.notAFeed(
        URL(string: entry.feed)?.withoutSecrets ?? entry.feed, reason: reason)
    } catch DataSourceError.losesJourneys(let city) {
      // Otherwise the next update would find the refused feed, and nothing newer.
      try await discard(entry)
      throw DataSourceError.losesJourneys(city)
    }
  }

  private func install(_ file: String, as city: CityID, name: String?) async throws -> City {
    jobs.report(CityProgressed(city: city, state: .importing))
    let subscription = mediator.follow(ImportProgressed.self) { [jobs] event in
      jobs.report(
        CityProgressed(city: event.city, state: .importing, fraction: event.fraction))
    }
    defer { withExtendedLifetime(subscription) {} }
    let request = InstallRequest(city: city, file: file, name: name)
    return try await mediator.perform(DataSource.install, request)
  }
}

extension AddCity {
  fileprivate var isOnTheWeb: Bool {
    let start = source.prefix(8).lowercased()
    return start.hasPrefix("https://") || start.hasPrefix("http://")
  }
}
