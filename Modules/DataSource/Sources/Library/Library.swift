import DataSourceInterface
import Foundation
import Mediator

/// The cities on disk, one file each, and those in use.
///
/// Files are only ever replaced as a whole, so any number of processes may share a library.
final class Library: Sendable {
  private struct Opened {
    let identity: FileIdentity?
    let city: Task<CompiledCity, any Error>
  }

  private let folder: URL
  /// The folder's path, which a URL takes longer to tell than a search takes.
  private let folderPath: String
  private let limits: Limits
  private let report: @Sendable (CityID, Double) -> Void
  private let opened = Lock<[CityID: Opened]>([:])

  /// - Parameters:
  ///   - limits: How much a feed that is new may ask for.
  ///   - report: Told how much of an import is done, 0 to 1.
  init(
    folder: URL, limits: Limits = Limits(),
    report: @escaping @Sendable (CityID, Double) -> Void
  ) {
    self.folder = folder
    folderPath = folder.path
    self.limits = limits
    self.report = report
  }

  /// The cities that are there: the built-in one first, the others by id.
  var ids: [CityID] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let installed = names.filter { $0.hasSuffix(".city") }
      .compactMap { CityID(String($0.dropLast(".city".count))) }
    return [.builtIn] + installed.filter { $0 != .builtIn }.sorted()
  }

  /// Whether a city is there.
  func contains(_ id: CityID) -> Bool {
    id == .builtIn || FileIdentity(path: path(of: id)) != nil
  }

  /// A city, ready for use: opened once however many ask for it, and again when its file changes.
  /// - Throws: `DataSourceError`.
  func city(_ id: CityID) async throws -> CompiledCity {
    let identity = FileIdentity(path: path(of: id))
    let city = opened.withLock { opened in
      if let known = opened[id], known.identity == identity { return known.city }
      let city = Task { try self.open(id) }
      opened[id] = Opened(identity: identity, city: city)
      return city
    }
    do {
      return try await city.value
    } catch {
      opened.withLock { if $0[id]?.city == city { $0[id] = nil } }
      throw error
    }
  }

  /// Makes the feed at `path` a city, in place of an installed one of the same id.
  /// - Throws: `DataSourceError`, `.losesJourneys` where only the installed one has trips that run;
  ///   what was there before is there still.
  @concurrent
  func install(_ id: CityID, from path: String, name: String) async throws {
    guard id != .builtIn else { throw DataSourceError.builtIn(id) }
    do {
      let feed = try content(of: path).bytes
      let city = try compile(Feed(Archive(feed, limits: limits)), as: id, name: name)
      try Task.checkCancellation()
      if !city.timetable.hasRuns, (try? await self.city(id))?.timetable.hasRuns == true {
        throw DataSourceError.losesJourneys(id)
      }
      try save(city, source: feed.checksum, feed)
    } catch let refusal as Refusal {
      try Task.checkCancellation()
      throw DataSourceError.notAFeed(path, reason: refusal.reason)
    }
    report(id, 1)
  }

  /// Reads the feed at `path` without keeping it.
  /// - Throws: `DataSourceError.missingFile`.
  @concurrent
  func check(_ path: String, now: Date) async throws -> FeedReport {
    do {
      return try FeedReport(content(of: path).bytes, at: path, limits: limits, now: now)
    } catch let refusal as Refusal {
      return FeedReport(file: path, refusal: refusal.reason, contents: nil, findings: [])
    }
  }

  /// Removes a city with all its files.
  /// - Throws: `DataSourceError`.
  func remove(_ id: CityID) throws {
    guard id != .builtIn else { throw DataSourceError.builtIn(id) }
    guard unlink(path(of: id)) == 0 else { throw error(POSIXError.last, at: id) }
    opened.withLock { $0[id] = nil }
  }

  private func open(_ id: CityID) throws -> CompiledCity {
    do {
      return try id == .builtIn ? openBuiltIn() : openInstalled(id)
    } catch let refusal as Refusal {
      throw DataSourceError.damagedCity(id, reason: String(refusal.reason.prefix { $0 != ";" }))
    }
  }

  private func openBuiltIn() throws -> CompiledCity {
    let source = BuiltInCity.checksum
    let file = try? CityFile(MappedFile(path: path(of: .builtIn)).bytes)
    if file?.source == Int(source), let city = file?.compiled(as: .builtIn) { return city }
    let city = try compile(BuiltInCity.feed, as: .builtIn, name: BuiltInCity.name)
    // Where nothing can be written, every process compiles it for itself.
    try? save(city, source: source)
    return city
  }

  private func openInstalled(_ id: CityID) throws -> CompiledCity {
    let bytes: Bytes
    do {
      bytes = try MappedFile(path: path(of: id)).bytes
    } catch {
      throw self.error(error, at: id)
    }
    let file = CityFile(bytes)
    if let city = file.compiled(as: id) { return city }
    let archive = try Archive(bytes, limits: limits)
    let city = try compile(Feed(archive), as: id, name: file.name ?? id.title)
    let feed = archive.content
    try? save(city, source: feed.checksum, feed)
    return city
  }

  private func compile(_ feed: Feed, as id: CityID, name: String) throws(Refusal) -> CompiledCity {
    try CompiledCity(feed, as: id, name: name) { report(id, $0) }
  }

  private func save(_ city: CompiledCity, source: UInt32, _ feed: Bytes? = nil) throws {
    let compiled = Buffer(CityFile.encode(city, source: source))
    do {
      let file = AtomicFile(url: URL(filePath: path(of: city.timetable.city)))
      try file.write([compiled.bytes] + [feed].compactMap(\.self))
    } catch {
      throw DataSourceError(using: folder, error)
    }
  }

  private func content(of path: String) throws -> Buffer {
    do {
      let file = try OpenFile.reading(path)
      guard try file.size <= limits.unpackedBytes else { throw POSIXError(.EFBIG) }
      return try file.content()
    } catch let error as POSIXError {
      guard error.code != .ENOENT else { throw DataSourceError.missingFile(path) }
      throw Refusal("\(error.reason); expected a zip archive that can be read")
    }
  }

  private func path(of id: CityID) -> String { "\(folderPath)/\(id).city" }

  private func error(_ error: any Error, at id: CityID) -> DataSourceError {
    (error as? POSIXError)?.code == .ENOENT
      ? .unknownCity(id, installed: ids) : DataSourceError(using: folder, error)
  }
}
