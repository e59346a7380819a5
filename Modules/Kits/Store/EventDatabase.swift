import Foundation
public import Mediator
public import ModuleManager
import Platform

/// The database of the events that are published outside a transaction. It is created with the
/// first one.
public final class EventDatabase: CommonPublicationRegistry {
  private let opened: Lock<OpenedDatabase>
  private let file: URL
  private let context: PublicationContext

  /// - Parameter context: The context of the host, whose folder has the name `host`.
  public init(_ context: ModuleContext) {
    self.context = PublicationContext(context)
    file = context.folder.appending(path: Database.fileName)
    context.dataFolder.removeAbandonedFiles()
    opened = Lock(
      OpenedDatabase(
        DatabaseLocation(
          folder: context.folder, migrations: [], openTimeout: .seconds(8),
          busyTimeout: .seconds(20)
        ) { [log = context.log] report in log.error("\(report)") }, nil))
  }

  /// This database; nil before the first event.
  public var registry: (any PublicationRegistry)? {
    access(file.path, F_OK) == 0 ? self : nil
  }

  /// The databases with events that are due.
  public var waiting: Set<String> {
    context.waitingEvents.names(dueAt: context.now())
  }

  /// Says that the events which wait in the database of a folder do so in one with another name.
  package func moveWaitingEvents(of former: String, to name: String) {
    context.waitingEvents.move(former, to: name)
  }

  /// Stores an event for its followers.
  /// - Throws: `StoreError`, `EncodingError` when the event cannot be stored, and `POSIXError` when
  ///   the data folder of the app cannot be written.
  public func store<Published: Event & Codable>(
    _ event: Published, for recipients: [DeliveryRecipient]
  ) throws {
    let content = try JSON.encode(event)
    _ = try opened.withLock { opened in
      try opened.write { transaction in
        try context.waitingEvents.add(context.name)
        try transaction.store(Published.storedName, content, for: recipients, at: context.now())
      }
    }
  }
}

extension EventDatabase: PublishingDatabase {
  var publicationContext: PublicationContext? { context }
  var followers: [String]? { nil }

  func inTransaction<Result: Sendable>(
    _ kind: Transaction.Kind, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result? {
    try opened.withLock { opened in
      switch kind {
      case .read: try opened.transaction(.read, body)
      case .write: try opened.canWrite ? opened.write(body).0 : nil
      }
    }
  }
}
