import DataSourceInterface
import Foundation
import Mediator
import Platform

/// The cities on disk, one file each, and a cache of the opened ones.
///
/// Files are only replaced as a whole, so several processes can share the folder.
final class CityRepository: Sendable {
  private struct CacheEntry {
    let id: CityID
    let identity: FileIdentity?
    let city: Task<CompiledCity, any Error>
  }

  /// A deleted file, whose content stays on the disk until it is closed.
  private final class RemovedFile: Sendable {
    let city: CityID
    let file: OpenFile

    init(_ city: CityID, _ file: consuming OpenFile) {
      self.city = city
      self.file = file
    }
  }

  private let folder: DataFolder
  /// The path of the folder with the files. `URL.path` takes longer than a search for a station.
  private let folderPath: String
  private let limits: FeedLimits
  private let onProgress: @Sendable (CityID, Double) -> Void
  private let cache = Lock<[CacheEntry]>([])
  /// The file of the city that was removed last.
  private let removed = Lock<RemovedFile?>(nil)

  /// - Parameters:
  ///   - folder: The folder whose subfolder `cities` contains the files.
  ///   - limits: The limits for new feeds.
  ///   - onProgress: Called with the completed part of an import, 0 to 1.
  init(
    folder: DataFolder, limits: FeedLimits = FeedLimits(),
    onProgress: @escaping @Sendable (CityID, Double) -> Void
  ) {
    self.folder = folder
    folderPath = folder.url.appending(path: "cities").path
    self.limits = limits
    self.onProgress = onProgress
  }

  /// All cities: the built-in one first, then the installed ones by id.
  var ids: [CityID] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
    let installed = names.filter { $0.hasSuffix(".city") }
      .compactMap { CityID(String($0.dropLast(".city".count))) }
    return [.builtIn] + installed.filter { $0 != .builtIn }.sorted()
  }

  /// Returns whether a city is built in or installed.
  func contains(_ id: CityID) -> Bool { id == .builtIn || FileIdentity(path: path(of: id)) != nil }

  /// Returns a city ready for use. Concurrent calls open a city once; it is opened again after its
  /// file was replaced.
  /// - Throws: `DataSourceError`.
  func city(_ id: CityID) async throws -> CompiledCity {
    let identity = FileIdentity(path: path(of: id))
    let city = cache.withLock { cache in
      let entry = cache.first { $0.id == id }
      if let entry, entry.identity == identity { return entry.city }
      let city = Task { try self.open(id) }
      cache.removeAll { $0.id == id }
      cache.append(CacheEntry(id: id, identity: identity, city: city))
      return city
    }
    do {
      return try await city.value
    } catch {
      cache.withLock { entries in entries.removeAll { $0.city == city } }
      throw error
    }
  }

  /// Installs the feed at `path` as a city, and replaces an installed city with the same id.
  /// - Throws: `DataSourceError`; `.replacementWithoutTrips` when only the installed city has trips
  ///   that run. An installed city is then unchanged.
  @concurrent
  func install(_ id: CityID, from path: String, name: String) async throws {
    guard id != .builtIn else { throw DataSourceError.builtIn(id) }
    do {
      let feed = try source(of: path)
      let city = try compile(Feed(Archive(feed, limits: limits)), as: id, name: name)
      try Task.checkCancellation()
      if !city.timetable.hasRunningTrip,
        (try? await self.city(id))?.timetable.hasRunningTrip == true
      {
        throw DataSourceError.replacementWithoutTrips(id)
      }
      try save(city, feedChecksum: feed.checksum, feed)
    } catch let rejection as FeedRejection {
      try Task.checkCancellation()
      throw DataSourceError.notAFeed(path, reason: rejection.reason)
    }
    onProgress(id, 1)
  }

  /// Validates the feed at `path`.
  /// - Throws: `DataSourceError.missingFile`.
  @concurrent
  func check(_ path: String, now: Date) async throws -> FeedReport {
    do {
      return try FeedReport(source(of: path), at: path, limits: limits, now: now)
    } catch let rejection as FeedRejection {
      return FeedReport(file: path, rejection: rejection.reason, contents: nil, diagnostics: [])
    }
  }

  /// Removes a city with its file, which contains everything that is stored about it. Until another
  /// city is removed, this process can restore it.
  /// - Throws: `DataSourceError`.
  func remove(_ id: CityID) throws {
    guard id != .builtIn else { throw DataSourceError.builtIn(id) }
    // A file that cannot be read is of no use again.
    let file = try? RemovedFile(id, OpenFile.reading(path(of: id)))
    do {
      if isFolder(at: id) {
        try FileManager.default.removeItem(atPath: path(of: id))
      } else {
        try folder.remove("cities/\(id).city")
      }
    } catch {
      throw self.error(error, at: id)
    }
    removed.withLock { $0 = file }
    cache.withLock { entries in entries.removeAll { $0.id == id } }
  }

  /// The city that `restore` installs; nil if there is none, or if it is installed again already.
  var restorable: CityID? {
    guard let city = removed.withLock(\.self)?.city, !contains(city) else { return nil }
    return city
  }

  /// Stores the file of the city that was removed last again.
  /// - Throws: `DataSourceError`; `.nothingRemoved` when `restorable` is nil.
  func restore() throws -> CityID {
    guard let removed = removed.withLock(\.self), restorable == removed.city else {
      throw DataSourceError.nothingRemoved
    }
    do {
      let content = try removed.file.content().bytes
      try folder.replaceFile(at: "cities/\(removed.city).city") { file in
        try withExtendedLifetime(content) { try file.write(content.memory) }
      }
    } catch {
      throw storageError(error)
    }
    self.removed.withLock { $0 = nil }
    return removed.city
  }

  /// Releases all opened cities but one. They are opened again when they are needed.
  func releaseCities(except id: CityID) {
    cache.withLock { entries in entries.removeAll { $0.id != id } }
  }

  private func open(_ id: CityID) throws -> CompiledCity {
    do {
      return try id == .builtIn ? openBuiltIn() : openInstalled(id)
    } catch let rejection as FeedRejection {
      throw DataSourceError.damagedCity(id, reason: String(rejection.reason.prefix { $0 != ";" }))
    }
  }

  private func openBuiltIn() throws -> CompiledCity {
    let checksum = BuiltInCity.checksum
    let file = try? CityFile(MappedFile(path: path(of: .builtIn)).bytes)
    if file?.feedChecksum == Int(checksum), let city = file?.decode(as: .builtIn) { return city }
    let city = try compile(BuiltInCity.feed, as: .builtIn, name: BuiltInCity.name)
    // If the folder cannot be written, every process compiles the city for itself.
    try? save(city, feedChecksum: checksum)
    return city
  }

  private func openInstalled(_ id: CityID) throws -> CompiledCity {
    let bytes: Bytes
    do {
      bytes = try MappedFile(path: path(of: id)).bytes
    } catch POSIXError.EISDIR {
      throw DataSourceError.damagedCity(id, reason: "'\(id).city' is a folder")
    } catch POSIXError.EINVAL, POSIXError.ENXIO {
      throw DataSourceError.damagedCity(id, reason: "'\(id).city' is no regular file")
    } catch {
      throw self.error(error, at: id)
    }
    let file = CityFile(bytes)
    if let city = file.decode(as: id) { return city }
    let archive = try Archive(bytes, limits: limits)
    let city = try compile(Feed(archive), as: id, name: file.name ?? id.title)
    let feed = archive.content
    try? save(city, feedChecksum: feed.checksum, feed)
    return city
  }

  private func compile(
    _ feed: Feed, as id: CityID, name: String
  ) throws(FeedRejection) -> CompiledCity {
    try CompiledCity(feed, as: id, name: name) { onProgress(id, $0) }
  }

  private func save(_ city: CompiledCity, feedChecksum: UInt32, _ feed: ByteSource? = nil) throws {
    let compiled = CityFile.encode(city, feedChecksum: feedChecksum)
    // The file of the built-in city can be created again from the binary.
    let durability = feed == nil ? DataFolder.Durability.deferred : .synchronized
    do {
      try folder.replaceFile(
        at: "cities/\(city.timetable.city).city", durability: durability
      ) { file in
        for part in compiled {
          try withExtendedLifetime(part) { try file.write(part.memory) }
        }
        try feed?.forEachPart { try file.write($0) }
        try feed?.checkUnchanged()
      }
    } catch let rejection as FeedRejection {
      throw rejection
    } catch {
      throw storageError(error)
    }
  }

  private func source(of path: String) throws -> ByteSource {
    do {
      let file = try UnchangedFile(OpenFile.reading(path))
      guard file.size <= limits.unpackedBytes else { throw POSIXError(.EFBIG) }
      return ByteSource(file)
    } catch let error as POSIXError {
      guard error.code != .ENOENT else { throw DataSourceError.missingFile(path) }
      throw FeedRejection.unreadable(error)
    }
  }

  private func path(of id: CityID) -> String { "\(folderPath)/\(id).city" }

  /// Whether a folder has taken the place of a file. A link to a folder is removed as a file.
  private func isFolder(at id: CityID) -> Bool { stat(ofLinkAt: path(of: id))?.kind == S_IFDIR }

  private func error(_ error: any Error, at id: CityID) -> DataSourceError {
    (error as? POSIXError)?.code == .ENOENT
      ? .unknownCity(id, installed: ids) : storageError(error)
  }

  private func storageError(_ error: any Error) -> DataSourceError {
    DataSourceError(using: URL(filePath: folderPath), error)
  }
}

extension DataSourceError {
  /// Creates a `.storage` error from the error of a file operation in `folder`.
  init(using folder: URL, _ error: any Error) {
    self = .storage(folder.path, reason: error.systemReason)
  }
}

extension CityID {
  /// A name for people, made from the words of the id: `new-york` becomes New York.
  var title: String {
    description.split(at: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}
