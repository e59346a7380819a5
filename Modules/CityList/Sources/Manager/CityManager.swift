import CityListInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import Platform

/// Downloads, installs, updates and removes cities. It stores only the catalogue: `DataSource`
/// stores the installed cities, and `Network` the downloads.
struct CityManager: Sendable {
  let mediator: Mediator
  let catalogue: Catalogue
  let jobs: CityJobs
  /// Runs one import at a time, since each needs the memory for a whole feed.
  private let imports = KeyedSemaphore(limit: 1)
  /// Runs one download of an address at a time, since Network stores one file for it.
  private let addresses = KeyedSemaphore(limit: 1)

  init(mediator: Mediator, catalogue: Catalogue) {
    self.mediator = mediator
    self.catalogue = catalogue
    jobs = CityJobs(mediator)
  }

  /// Installs a feed as a new city, and downloads it first if its source is an address.
  func add(_ request: AddCity) async throws -> City {
    let sources = request.realtime?.map { LiveSource(address: $0) }
    // Before the installation, which may take long.
    for source in sources ?? [] where !source.isWebAddress {
      guard FileManager.default.fileExists(atPath: source.address) else {
        throw CityListError.missingFile(source.address)
      }
    }
    let city = try await install(request)
    if let sources {
      _ = try await mediator.perform(
        DataSource.setLiveSources, LiveSources(city: city.id, sources: sources))
    }
    return city
  }

  private func install(_ request: AddCity) async throws -> City {
    guard request.city != .builtIn else { throw DataSourceError.builtIn(request.city) }
    guard request.hasAddress else { return try await addFile(request) }
    let entry = CitySource(
      id: request.city, name: request.displayName, feed: request.source,
      allowsPlainHTTP: request.plainHttp)
    // Addresses are stored and read only within the job of their city, because a failed job removes
    // its address.
    return try await jobs.run(entry.id) {
      let previous = catalogue.added[entry.id]
      try catalogue.added.store(entry)
      do {
        return try await downloadAndInstall(entry, acceptsUnchanged: false).city
      } catch {
        // A separate task: calls would fail in this one if it was cancelled.
        try? await Task { try await rollBack(entry, restoring: previous) }.value
        throw error
      }
    }
  }

  /// Restores the previous address after a failure. If a part of the feed was downloaded, the new
  /// address stays, because resuming the download needs it. If that is not known, as while the host
  /// stops, the part is kept and the address is not; adding it again resumes the download.
  private func rollBack(_ entry: CitySource, restoring previous: CitySource?) async throws {
    let part = try? await record(of: entry)?.received ?? 0
    guard part ?? 0 == 0 else { return }
    if let previous {
      try catalogue.added.store(previous)
    } else {
      try catalogue.added.remove(entry.id)
    }
    if part != nil { try await discard(entry) }
  }

  func download(_ city: CityID) async throws -> City {
    guard city != .builtIn else { throw DataSourceError.builtIn(city) }
    // Checked before the job, so that an unknown city is not recorded as a failure.
    _ = try await catalogue.entry(of: city)
    return try await jobs.run(city) {
      let isNew = try await installed[city] == nil
      let entry = try await catalogue.entry(of: city)
      let downloaded = try await downloadAndInstall(entry, acceptsUnchanged: false).city
      // Only for a new city, because the person may have changed the sources since.
      if isNew, let realtime = entry.realtime {
        let sources = LiveSources(
          city: city, sources: realtime.addresses.map { LiveSource(address: $0) })
        // A separate task: the city is installed, also if this one was cancelled meanwhile.
        _ = try? await Task { try await mediator.perform(DataSource.setLiveSources, sources) }.value
      }
      return downloaded
    }
  }

  func update(_ city: CityID) async throws -> CityUpdate {
    guard city != .builtIn else { throw DataSourceError.builtIn(city) }
    _ = try await mediator.perform(DataSource.city, CityQuery(city: city))
    guard catalogue.entries[city] != nil else { throw CityListError.noAddress(city) }
    return try await jobs.run(city) {
      let entry = try await catalogue.entry(of: city)
      return try await downloadAndInstall(entry, acceptsUnchanged: try await !hasSharedFeed(entry))
    }
  }

  /// Whether another installed city has the same feed. Network knows which file of the feed was
  /// consumed last, but not for which city.
  private func hasSharedFeed(_ entry: CitySource) async throws -> Bool {
    let installed = try await installed
    return catalogue.entries.values.contains {
      $0.feed == entry.feed && $0.id != entry.id && installed[$0.id] != nil
    }
  }

  /// Removes the download, the installed city, and the added address unless the request keeps it.
  func remove(_ request: RemoveCity) async throws -> RemovedCity {
    let id = request.city
    guard id != .builtIn else { throw DataSourceError.builtIn(id) }
    guard jobs[id]?.state ?? .failed == .failed else { throw CityListError.busy(id) }
    let entry = catalogue.entries[id]
    let isInstalled = try await installed[id] != nil
    var isKnown = catalogue.isStored(id)
    if let entry {
      if try await record(of: entry) != nil { isKnown = true }
      try await discard(entry)
    }
    jobs.clearFailure(of: id)
    if request.keepAddress != true { try catalogue.remove(id) }
    guard isInstalled || !isKnown else {
      return RemovedCity(id: id, name: entry?.name ?? "\(id)", wasCurrent: false)
    }
    // If the city is unknown, this throws an error that lists the installed cities.
    let city = try await mediator.perform(DataSource.remove, CityReference(city: id))
    return RemovedCity(id: id, name: city.name, wasCurrent: city.isCurrent)
  }

  /// The installed cities, by id.
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
    let id = DownloadReference(url: entry.feed).id
    return try await mediator.perform(Network.downloads).first { $0.url == id }
  }

  private func addFile(_ request: AddCity) async throws -> City {
    try await jobs.run(request.city) {
      let city = try await installFile(request)
      // An earlier download is no longer the installed feed.
      if let entry = catalogue.entries[request.city] {
        try await discard(entry)
      }
      return city
    }
  }

  private func installFile(_ request: AddCity) async throws -> City {
    do {
      return try await install(request.source, as: request.city, name: request.displayName)
    } catch DataSourceError.missingFile(let path) {
      let isAddress = path.utf8.contains("://".utf8)
      throw CityListError.missingFile(isAddress ? path.shownAddress : path)
    }
  }

  private func downloadAndInstall(
    _ entry: CitySource, acceptsUnchanged: Bool
  ) async throws -> CityUpdate {
    try await addresses.run(entry.feed, onWait: { reportWaiting(entry.id) }) {
      jobs.report(CityProgressed(city: entry.id, state: .downloading))
      guard case .file(let file) = try await download(entry, acceptsUnchanged: acceptsUnchanged)
      else {
        let query = CityQuery(city: entry.id)
        return CityUpdate(
          city: try await mediator.perform(DataSource.city, query), isNew: false)
      }
      let city = try await installDownload(file, of: entry)
      catalogue.didDownload(entry)
      return CityUpdate(city: city, isNew: true)
    }
  }

  private func download(
    _ entry: CitySource, acceptsUnchanged: Bool
  ) async throws -> DownloadOutcome {
    let request = DownloadRequest(
      url: entry.feed, allowsPlainHTTP: entry.allowsPlainHTTP ?? false,
      acceptsUnchanged: acceptsUnchanged
    ) { [jobs] progress in
      jobs.report(
        CityProgressed(
          city: entry.id, state: .downloading, fraction: progress.fraction,
          received: progress.received, remaining: progress.remaining))
    }
    return try await mediator.perform(Network.download, request)
  }

  private func installDownload(_ file: String, of entry: CitySource) async throws -> City {
    do {
      let city = try await install(file, as: entry.id, name: entry.name)
      _ = try await mediator.perform(Network.consume, DownloadReference(url: entry.feed))
      return city
    } catch DataSourceError.notAFeed(file, let reason) {
      try await discard(entry)
      throw DataSourceError.notAFeed(entry.feed.shownAddress, reason: reason)
    } catch DataSourceError.replacementWithoutTrips(let city) {
      // Otherwise the next update would consider the rejected feed the newest.
      try await discard(entry)
      throw DataSourceError.replacementWithoutTrips(city)
    }
  }

  private func reportWaiting(_ city: CityID) {
    jobs.report(CityProgressed(city: city, state: .queued))
  }

  private func install(_ file: String, as city: CityID, name: String?) async throws -> City {
    try await imports.run(onWait: { reportWaiting(city) }) {
      jobs.report(CityProgressed(city: city, state: .importing))
      let request = InstallRequest(city: city, file: file, name: name)
      return try await mediator.perform(DataSource.install, request)
    }
  }
}

extension AddCity {
  fileprivate var hasAddress: Bool {
    let prefix = source.prefix(8).lowercased()
    return prefix.hasPrefix("https://") || prefix.hasPrefix("http://")
  }
}

extension AddCity {
  /// The name in one line and without control characters; nil if nothing is left.
  fileprivate var displayName: String? {
    let text = name?.printable.trimmingCharacters(in: .whitespaces)
    return text?.isEmpty == true ? nil : text
  }
}
