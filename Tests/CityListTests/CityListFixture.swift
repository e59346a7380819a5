import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import Testing

/// Stubs of the modules that CityList calls: a `DataSource` that installs any file that contains
/// "feed", and a `Network` that has such a file at each address that ends in `gtfs.zip`.
final class CityListFixture: Sendable {
  /// An address that has a feed.
  static let address = "https://example.org/gtfs.zip"

  let dataSource = DataSourceStub(cities: [.porto])
  /// The addresses that `Network.consume` was called with.
  let consumed = Recorder<String>()
  /// Whether downloads fail after 40 of 100 bytes.
  let breaksDownloads = Lock(false)
  let hasChanged = Lock(false)
  /// Whether `Network.downloads` fails, as while the host stops.
  let hidesDownloads = Lock(false)
  /// The error of `Network.hasChanged`.
  let checkError = Lock<NetworkError?>(nil)
  /// Called when a download of `slow` starts, which then waits until it is cancelled, or until the
  /// parameter is called; that makes it fail.
  let onSlowDownload = Lock<@Sendable (_ fail: @escaping @Sendable () -> Void) -> Void>({ _ in })
  /// Called when an import starts, which then waits until the parameter is called.
  let onImport = Lock<(@Sendable (_ finish: @escaping @Sendable () -> Void) -> Void)?>(nil)
  /// The number of running imports, and its maximum so far.
  let imports = Lock((now: 0, most: 0))
  private let downloads = Lock<[String: DownloadRecord]>([:])
  /// The addresses of running downloads.
  private let active = Lock<Set<String>>([])

  var records: [DownloadRecord] { downloads.withLock { Array($0.values) } }

  func stub(_ harness: ModuleHarness) throws {
    try dataSource.stub(on: harness.mediator)
    try harness.stub(DataSource.install) { [self, mediator = harness.mediator] request in
      guard FileManager.default.fileExists(atPath: request.file) else {
        throw DataSourceError.missingFile(request.file)
      }
      let text = try? String(contentsOfFile: request.file, encoding: .utf8)
      guard text != "expired" else { throw DataSourceError.replacementWithoutTrips(request.city) }
      guard text == "feed" else {
        throw DataSourceError.notAFeed(request.file, reason: "it says '\(text ?? "nothing")'")
      }
      imports.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      defer { imports.withLock { $0.now -= 1 } }
      await mediator.publishAndWait(ImportProgressed(city: request.city, fraction: 0.5))
      await Task.yield()
      if let onImport = onImport.withLock({ $0 }) {
        let (end, input) = AsyncStream<Void>.makeStream()
        onImport { input.finish() }
        for await _ in end {}
      }
      let city = City.installed(request.city, name: request.name ?? "Beijing")
      dataSource.install(city)
      return city
    }
    try harness.stub(Network.download) { [self, folder = harness.folder] in
      try await download($0, to: folder)
    }
    try harness.stub(Network.downloads) { [self] _ in
      guard !hidesDownloads.withLock({ $0 }) else { throw CancellationError() }
      return records
    }
    try harness.stub(Network.hasChanged) { [self] _ in
      if let error = checkError.withLock({ $0 }) { throw error }
      return hasChanged.withLock { $0 }
    }
    try harness.stub(Network.consume) { [self] reference in
      consumed.record(reference.url)
      downloads.withLock {
        $0[reference.id] = DownloadRecord(url: reference.url, isConsumed: true)
      }
      return Empty()
    }
    try harness.stub(Network.discard) { [self] reference in
      downloads.withLock { $0[reference.id] = nil }
      return Empty()
    }
  }

  /// Makes a download known to `Network.downloads`.
  func add(_ record: DownloadRecord) {
    downloads.withLock { $0[record.url] = record }
  }

  private func download(
    _ request: DownloadRequest, to folder: URL
  ) async throws -> DownloadOutcome {
    let url = request.url
    guard active.withLock({ $0.insert(url).inserted }) else { throw NetworkError.busy(url) }
    defer { active.withLock { _ = $0.remove(url) } }
    await Task.yield()
    guard !url.lowercased().hasPrefix("http:") || request.allowsPlainHTTP else {
      throw NetworkError.plainHTTP(url)
    }
    guard !url.hasSuffix("missing") else { throw NetworkError.status(404, url) }
    guard !url.hasSuffix("slow") else {
      request.onProgress(DownloadProgress(received: 30, total: 100))
      let (end, input) = AsyncStream<Void>.makeStream()
      let onStart = onSlowDownload.withLock { $0 }
      onStart { input.finish() }
      for await _ in end {}
      try Task.checkCancellation()
      throw NetworkError.timedOut(url, .idle, after: .seconds(30))
    }
    guard !breaksDownloads.withLock({ $0 }) else {
      add(DownloadRecord(url: url, received: 40, total: 100))
      throw NetworkError.tooShort(url, received: 40, expected: 100)
    }
    let isConsumed = downloads.withLock {
      $0[DownloadReference(url: url).id]?.isConsumed == true
    }
    if isConsumed, request.acceptsUnchanged, !hasChanged.withLock({ $0 }) { return .unchanged }
    let file = folder.appending(path: "\(UUID())")
    let text =
      url.hasSuffix("gtfs.zip") ? "feed" : url.hasSuffix("expired.zip") ? "expired" : "page"
    try Data(text.utf8).write(to: file)
    add(DownloadRecord(url: url, received: 4, total: 4))
    return .file(file.path)
  }
}

/// Calls of the module.
extension ModuleHarness {
  @discardableResult
  func add(
    _ city: CityID = .beijing, from source: String = CityListFixture.address, name: String? = nil,
    plainHttp: Bool? = nil
  ) async throws -> City {
    let request = AddCity(city: city, source: source, name: name, plainHttp: plainHttp)
    return try await mediator.perform(CityList.add, request)
  }

  @discardableResult
  func download(_ city: CityID) async throws -> City {
    try await mediator.perform(CityList.download, CityReference(city: city))
  }

  func update(_ city: CityID) async throws -> CityUpdate {
    try await mediator.perform(CityList.update, CityReference(city: city))
  }

  @discardableResult
  func remove(_ city: CityID, keepAddress: Bool? = nil) async throws -> RemovedCity {
    let request = RemoveCity(city: city, keepAddress: keepAddress)
    return try await mediator.perform(CityList.remove, request)
  }

  func cities(_ search: String? = nil) async throws -> [ListedCity] {
    try await mediator.perform(CityList.cities, CitySearch(search: search))
  }

  func city(_ id: CityID) async throws -> ListedCity {
    try #require(try await cities().first { $0.id == id })
  }

  /// Creates a file with a feed, and returns its path.
  func feedFile(_ name: String = "feed.zip") throws -> String {
    let file = folder.appending(path: name)
    try Data("feed".utf8).write(to: file)
    return file.path
  }
}

extension CityID {
  static let beijing = CityID("beijing") ?? .builtIn
  static let lisbon = CityID("lisbon") ?? .builtIn
  static let other = CityID("other") ?? .builtIn
}

extension City {
  /// A city whose timetable of the year 2026 has ended.
  static func expired(_ id: CityID, name: String, hasService: Bool) -> City {
    let city = installed(id, name: name)
    return City(
      id: id, name: name, agency: "", timeZone: "UTC", firstDate: city.firstDate,
      lastDate: city.lastDate, stations: 425, lines: 1, isBuiltIn: false, isCurrent: false,
      isExpired: true, hasService: hasService)
  }

  static let porto = installed(.builtIn, name: "Porto")

  /// A city with a timetable of the year 2026 whose feed names no agency.
  static func installed(_ id: CityID, name: String) -> City {
    .sample(
      id, name: name, agency: "", firstDate: CalendarDate(day: 20_454),
      lastDate: CalendarDate(day: 20_818), stations: 425, lines: 1)
  }
}
