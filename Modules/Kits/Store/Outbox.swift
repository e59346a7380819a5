import Foundation
public import Mediator
public import ModuleManager
import Platform

/// What a database needs in order to publish events in its transactions.
struct Outbox: Sendable {
  /// The folder of the database.
  let name: String
  let mediator: Mediator
  let durableEvents: DurableEvents?
  let waitingEvents: WaitingEvents
  let owner: ProcessLock
  let now: @Sendable () -> Date

  init(_ context: ModuleContext) {
    name = context.folder.lastPathComponent
    mediator = context.mediator
    durableEvents = context.durableEvents
    waitingEvents = WaitingEvents(inFolderOf: context.app.folder)
    owner = ProcessLock(context.dataFolder)
    now = context.now
  }
}

extension Transaction {
  /// Publishes an event when the transaction is committed. For durable followers, it is stored in
  /// the transaction: either both the change and the event are there afterwards, or neither.
  /// - Parameter publisher: The publishing file, for interceptors.
  /// - Throws: `StoreError`, and `EncodingError` when the event cannot be stored.
  public borrowing func publish<Published: Event & Codable>(
    _ event: Published, publisher: StaticString = #fileID
  ) throws {
    guard let outbox else { throw StoreError.noMediator }
    let recipients = outbox.durableEvents?.recipients(of: event) ?? []
    if !recipients.isEmpty {
      try outbox.waitingEvents.add(outbox.name)
      try store(
        String(reflecting: Published.self), try JSON.encode(event), publication: UUID(),
        for: recipients, at: outbox.now())
    }
    afterCommit { registry in
      DurableEvents.publish(
        event, storedIn: registry, through: outbox.mediator, publisher: publisher)
    }
  }
}

extension Database: PublicationRegistry {
  public func takeDelivery(to follower: String) throws -> StoredDelivery? {
    guard let outbox, try read({ try $0.hasWaitingDeliveries }) else { return nil }
    return try write { try $0.takeDelivery(to: follower, by: outbox.owner, at: outbox.now()) }
  }

  public func end(_ delivery: StoredDelivery, _ result: DeliveryResult) throws {
    guard let outbox else { return }
    try write { try $0.end(delivery, result, at: outbox.now()) }
    if result != .cancelled { try forgetIfEmpty() }
  }

  public var deliveries: [StoredDelivery] {
    get throws { try read { try $0.deliveries } }
  }

  public func change(_ numbers: Set<Int>, _ change: DeliveryChange) throws {
    try write { transaction in
      if let outbox { try outbox.waitingEvents.add(outbox.name) }
      try transaction.change(numbers, change)
    }
    try forgetIfEmpty()
  }

  /// A transaction of its own: the file must remain until the event is removed on the disk.
  private func forgetIfEmpty() throws {
    guard let outbox else { return }
    try write { if try !$0.hasWaitingDeliveries { outbox.waitingEvents.remove(outbox.name) } }
  }
}

/// The database of the events that are published outside a transaction. It is created with the
/// first one.
package struct EventDatabase: CommonPublicationRegistry {
  private let database: Database
  private let outbox: Outbox
  private let folder: DataFolder
  /// The connection for `store`, which cannot wait for the other one.
  private let connection = Lock<SQLiteConnection?>(nil)

  /// - Parameter context: The context of the host, whose folder has the name `host`.
  package init(_ context: ModuleContext) {
    database = Database(context, migrations: [])
    outbox = Outbox(context)
    folder = context.dataFolder
  }

  package var registry: (any PublicationRegistry)? {
    access(file.path, F_OK) == 0 ? database : nil
  }

  package var waiting: Set<String> { outbox.waitingEvents.names }

  package func store<Published: Event & Codable>(
    _ event: Published, for recipient: DeliveryRecipient
  ) throws {
    let content = try JSON.encode(event)
    try connection.withLock { opened in
      let connection = try opened ?? connect()
      opened = connection
      try connection.transaction(.write) { transaction in
        try outbox.waitingEvents.add(outbox.name)
        try transaction.store(
          String(reflecting: Published.self), content, publication: UUID(), for: [recipient],
          at: outbox.now())
      }
    }
  }

  private var file: URL { folder.url.appending(path: Database.fileName) }

  private func connect() throws -> SQLiteConnection {
    try folder.create()
    file.createPrivateFile()
    return try SQLiteConnection(path: file.path, busyTimeout: .seconds(20))
  }
}
