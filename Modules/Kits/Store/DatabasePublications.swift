import Foundation
public import Mediator
import ModuleManager
import Platform

/// What a database of a module needs in order to publish events in its transactions.
struct PublicationContext: Sendable {
  /// The name of the database's folder.
  let name: String
  let mediator: Mediator
  let durableEvents: DurableEvents?
  let waitingEvents: WaitingEvents
  let process: ProcessLock
  let now: @Sendable () -> Date

  init(_ context: ModuleContext) {
    name = context.folder.lastPathComponent
    mediator = context.mediator
    durableEvents = context.durableEvents
    waitingEvents = WaitingEvents(inFolderOf: context.app.folder)
    process = ProcessLock(context.dataFolder)
    now = context.now
  }
}

extension Transaction {
  /// Publishes an event when the transaction is committed. For durable followers, it is stored in
  /// the transaction: either both the change and the event are there afterwards, or neither.
  /// - Parameter publisher: The publishing file, for interceptors.
  /// - Throws: `StoreError`, `EncodingError` when the event cannot be stored, and `POSIXError` when
  ///   the data folder of the app cannot be written.
  public borrowing func publish<Published: Event & Codable>(
    _ event: Published, publisher: StaticString = #fileID
  ) throws {
    guard let context = publicationContext else { throw StoreError.noMediator }
    let recipients = context.durableEvents?.recipients(of: event) ?? []
    if !recipients.isEmpty {
      try context.waitingEvents.add(context.name)
      try store(
        Published.storedName, try JSON.encode(event), for: recipients, at: context.now())
    }
    afterCommit { registry in
      DurableEvents.publish(
        event, storedIn: registry, through: context.mediator, publisher: publisher)
    }
  }
}

extension Transaction {
  /// Publishes an event to its durable followers at a date, in place of the alarm of this type with
  /// the same key, which replaces that of the follower. Without a date, or after it, it only removes
  /// that alarm; one that is set for the same date and event stays as it is, even if it is due.
  /// - Throws: `StoreError`, `EncodingError` when the event cannot be stored, and `POSIXError` when
  ///   the data folder of the app cannot be written.
  borrowing func setAlarm<Alarm: Event & Codable>(
    _ alarm: (date: Date, event: Alarm)?, key: String
  ) throws {
    guard let context = publicationContext else { throw StoreError.noMediator }
    let content = try alarm.map { try JSON.encode($0.event) }
    let isSet = try keepAlarm(Alarm.storedName, key: key, content, at: alarm?.date)
    guard !isSet, let alarm, let content, alarm.date > context.now() else { return }
    let recipients = context.durableEvents?.recipients(of: alarm.event) ?? []
    guard !recipients.isEmpty else { return }
    try context.waitingEvents.add(context.name, dueAt: alarm.date, at: context.now())
    try store(
      Alarm.storedName, content, for: recipients.map(\.follower), key: key, at: alarm.date)
  }
}

/// A database whose transactions publish events.
protocol PublishingDatabase: PublicationRegistry {
  /// Nil for a database that belongs to no module.
  var publicationContext: PublicationContext? { get }
  /// The durable followers of the app, such as `Cart/remove-tickets`; nil if they are not known.
  var followers: [String]? { get }

  /// Runs a transaction.
  /// - Returns: Nil if the transaction writes, and this process cannot write.
  func inTransaction<Result: Sendable>(
    _ kind: Transaction.Kind, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) async throws -> Result?
}

extension PublishingDatabase {
  /// Takes the next event for a follower; nil if nothing is due, or this process cannot write.
  public func takeDelivery(
    to follower: String, includesAlarms: Bool
  ) async throws -> StoredDelivery? {
    guard let context = publicationContext else { return nil }
    let (process, now) = (context.process, context.now())
    let next = try await inTransaction(.read) {
      try $0.nextDelivery(to: follower, for: process, at: now, includesAlarms: includesAlarms)
    }
    guard case .some(.some) = next else {
      try await updateWaitingEvents(context)
      return nil
    }
    return try await inTransaction(.write) {
      try $0.takeDelivery(to: follower, by: process, at: now, includesAlarms: includesAlarms)
    } ?? nil
  }

  /// Ends an attempt.
  public func end(_ delivery: StoredDelivery, _ result: DeliveryResult) async throws {
    guard let context = publicationContext else { return }
    _ = try await inTransaction(.write) {
      try $0.end(delivery, result, by: context.process, at: context.now())
    }
  }

  /// Ends the pauses of the events of a type.
  public func endPauses(of event: String) async throws {
    guard try await hasDeliveries(of: event) else { return }
    _ = try await inTransaction(.write) { try $0.endPauses(of: event) }
  }

  /// Whether an event of a type is not handled yet.
  public func hasDeliveries(of event: String) async throws -> Bool {
    try await inTransaction(.read) { try $0.hasDeliveries(of: event) } ?? false
  }

  /// What was not handled yet, in the order of publication.
  public var deliveries: [StoredDelivery] {
    get async throws {
      guard let now = publicationContext?.now() else { return [] }
      return try await inTransaction(.read) { try $0.deliveries(at: now) } ?? []
    }
  }

  /// Makes deliveries due at once, or removes them.
  public func change(_ numbers: Set<Int>, _ change: DeliveryChange) async throws {
    guard let context = publicationContext else { return }
    _ = try await inTransaction(.write) { transaction in
      try context.waitingEvents.add(context.name)
      try transaction.change(numbers, change)
    }
    try await updateWaitingEvents(context)
  }

  /// In a transaction of its own: an event must be removed on the disk before its file.
  private func updateWaitingEvents(_ context: PublicationContext) async throws {
    let followers = followers
    _ = try await inTransaction(.write) { transaction in
      context.waitingEvents.update(
        context.name, firstDue: try transaction.firstDue(for: followers), at: context.now())
    }
  }
}

extension Database: PublishingDatabase {
  nonisolated var followers: [String]? { publicationContext?.durableEvents?.followerIDs }

  func inTransaction<Result: Sendable>(
    _ kind: Transaction.Kind, _ body: @Sendable (borrowing Transaction) throws -> Result
  ) throws -> Result? {
    switch kind {
    case .read: try read(body)
    case .write: try canWrite ? write(body) : nil
    }
  }
}
