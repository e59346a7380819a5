public import Foundation

/// A SQLite database in a folder of its own, for as many tasks and processes at once as like.
///
/// Tasks of one process take turns at one connection. What a transaction wrote is on the disk when
/// `write` returns. One that is damaged is set aside as soon as that is noticed, and what could be
/// read of it is carried over into a new one. The database closes when nobody refers to it any more.
public actor Database {
  /// The name of the database's file in its folder.
  public static let fileName = "store.sqlite"

  private let place: DatabasePlace
  private var connection: SQLiteConnection
  private var observers: [UUID: AsyncStream<Void>.Continuation] = [:]

  /// Opens the database in `folder`, both created when missing, and brings it up to date. One that
  /// may only be read is read as it is now.
  /// - Parameters:
  ///   - folder: A folder that no other database uses.
  ///   - migrations: All statements that ever shaped the database, the oldest first. They are only
  ///     added to: the database remembers how many of them it has seen.
  ///   - patience: How long to wait for another process that is writing.
  ///   - notify: Hears of a damaged database that was set aside.
  /// - Throws: `StoreError.unusable` when the folder or the file cannot be used, and
  ///   `StoreError.unknownVersion`, with nothing changed, when a newer program has been there.
  public init(
    in folder: URL, migrations: [SQL], patience: Duration = .seconds(20),
    notify: @escaping @Sendable (Salvage) -> Void = { _ in }
  ) throws {
    place = try DatabasePlace(folder, migrations, patience, notify)
    connection = try place.connect()
  }

  /// Reads in one transaction: `body` sees one state of the database, whoever writes meanwhile.
  /// - Throws: `StoreError`, or what `body` throws.
  public func read<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    try transaction(.read, body)
  }

  /// Reads and writes in one transaction: all of it is kept, or nothing when `body` throws.
  /// - Throws: `StoreError.readOnly` where nothing can be written, another `StoreError`, or what
  ///   `body` throws.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result {
    guard !place.isReadOnly else { throw StoreError.readOnly(place.file.path) }
    let before = connection.changes
    let result = try transaction(.write, body)
    if connection.changes != before { for observer in observers.values { observer.yield() } }
    return result
  }

  /// Tells when rows have changed: at once, and after `write` has changed some. Who is slow hears of
  /// several changes once; of those by other processes nobody hears.
  public func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    continuation.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
    observers[id] = continuation
    continuation.yield()
    return stream
  }

  private func forget(_ id: UUID) { observers[id] = nil }

  /// Runs a transaction; once more on what could be saved when the database turns out to be damaged.
  private func transaction<Result>(
    _ kind: Transaction.Kind, _ body: (borrowing Transaction) throws -> Result
  ) throws -> Result {
    do {
      return try connection.transaction(kind, body)
    } catch StoreError.damaged(_, let reason) {
      connection = try place.reconnect(because: reason)
      return try connection.transaction(kind, body)
    }
  }
}
