import CityListInterface
import DataSourceInterface
import Foundation
import Mediator
import NetworkInterface
import TestSupport
import Testing

/// A DataSource that takes any file that says "feed", and a Network that gives one at any address
/// that ends in `gtfs.zip`.
final class World: Sendable {
  let consumed = Recorder<String>()
  let used = Recorder<CityID>()
  /// Whether downloads break off at 40 of 100 bytes.
  let isBroken = Lock(false)
  let hasChanged = Lock(false)
  /// Why no publisher can be asked.
  let silence = Lock<NetworkError?>(nil)
  /// Called when a download at `slow` has begun, which then waits to be cancelled.
  let begin = Lock<@Sendable () -> Void>({})
  private let cities = Lock<[CityID: City]>([.builtIn: .sample(.builtIn, name: "Porto")])
  private let downloads = Lock<[String: DownloadRecord]>([:])

  var records: [DownloadRecord] { downloads.withLock { Array($0.values) } }

  func install(_ city: City) {
    cities.withLock { $0[city.id] = city }
  }

  func stub(_ harness: ModuleHarness) throws {
    try harness.stub(DataSource.cities) { [self] _ in
      let cities = cities.withLock { Array($0.values) }
      return cities.sorted { $0.isBuiltIn && !$1.isBuiltIn || $0.id < $1.id && !$1.isBuiltIn }
    }
    try harness.stub(DataSource.city) { [self] in try city($0.city ?? .builtIn) }
    try harness.stub(DataSource.install) { [self, mediator = harness.mediator] request in
      let text = try? String(contentsOfFile: request.file, encoding: .utf8)
      guard text != "expired" else { throw DataSourceError.losesJourneys(request.city) }
      guard text == "feed" else {
        throw DataSourceError.notAFeed(request.file, reason: "it says '\(text ?? "nothing")'")
      }
      mediator.publish(ImportProgressed(city: request.city, fraction: 0.5))
      let city = City.sample(request.city, name: request.name ?? "Beijing")
      install(city)
      return city
    }
    try harness.stub(DataSource.use) { [self] in
      used.record($0.city)
      return try city($0.city)
    }
    try harness.stub(DataSource.remove) { [self] reference in
      let city = try city(reference.city)
      cities.withLock { $0[reference.city] = nil }
      return city
    }
    try harness.stub(Network.download) { [self, folder = harness.folder] in
      try await download($0, to: folder)
    }
    try harness.stub(Network.downloads) { [self] _ in records }
    try harness.stub(Network.hasChanged) { [self] _ in
      if let error = silence.withLock({ $0 }) { throw error }
      return hasChanged.withLock { $0 }
    }
    try harness.stub(Network.consume) { [self] reference in
      consumed.record(reference.url)
      downloads.withLock {
        $0[reference.url] = DownloadRecord(url: reference.url, isConsumed: true)
      }
      return Empty()
    }
    try harness.stub(Network.discard) { [self] reference in
      downloads.withLock { $0[reference.url] = nil }
      return Empty()
    }
  }

  private func city(_ id: CityID) throws -> City {
    guard let city = cities.withLock({ $0[id] }) else {
      throw DataSourceError.unknownCity(id, installed: cities.withLock { Array($0.keys) })
    }
    return city
  }

  private func download(
    _ request: DownloadRequest, to folder: URL
  ) async throws -> DownloadOutcome {
    let url = request.url
    guard !url.hasPrefix("http:") || request.allowsPlainHTTP else {
      throw NetworkError.plainHTTP(url)
    }
    guard !url.hasSuffix("missing") else { throw NetworkError.status(404, url) }
    guard !url.hasSuffix("slow") else {
      request.report(DownloadProgress(received: 30, total: 100))
      begin.withLock { $0 }()
      for await _ in AsyncStream<Void>.makeStream().stream {}
      throw CancellationError()
    }
    guard !isBroken.withLock({ $0 }) else {
      keep(DownloadRecord(url: url, received: 40, total: 100))
      throw NetworkError.tooShort(url, received: 40, expected: 100)
    }
    let isKnown = downloads.withLock { $0[url]?.isConsumed == true }
    if isKnown, request.acceptsUnchanged, !hasChanged.withLock({ $0 }) { return .unchanged }
    let file = folder.appending(path: "\(UUID())")
    let text =
      url.hasSuffix("gtfs.zip") ? "feed" : url.hasSuffix("expired.zip") ? "expired" : "page"
    try Data(text.utf8).write(to: file)
    keep(DownloadRecord(url: url, received: 4, total: 4))
    return .file(file.path)
  }

  func keep(_ record: DownloadRecord) {
    downloads.withLock { $0[record.url] = record }
  }
}
