public import Foundation
public import Mediator

/// Stores events until their durable followers have handled them. Several processes use one
/// registry at the same time.
public protocol PublicationRegistry: AnyObject, Sendable {
  /// Takes the next event for a follower whose key has no earlier one, so that nobody else delivers
  /// it before `end`. It counts as an attempt: if this process ends before, the next one follows
  /// after a pause.
  /// - Parameters:
  ///   - follower: The follower, such as `Cart/remove-tickets`.
  ///   - includesAlarms: Whether this process may deliver alarms.
  /// - Returns: Nil if nothing is due.
  func takeDelivery(to follower: String, includesAlarms: Bool) async throws -> StoredDelivery?

  /// Ends an attempt.
  func end(_ delivery: StoredDelivery, _ result: DeliveryResult) async throws

  /// Ends the pauses of the events of a type, such as `OrdersInterface.OrderChanged`.
  func endPauses(of event: String) async throws

  /// Whether an event of a type, such as `OrdersInterface.OrderChanged`, is not handled yet.
  func hasDeliveries(of event: String) async throws -> Bool

  /// What was not handled yet, in the order of publication.
  var deliveries: [StoredDelivery] { get async throws }

  /// Makes deliveries due at once, or removes them.
  /// - Parameter numbers: Those in `StoredDelivery.number`.
  func change(_ numbers: Set<Int>, _ change: DeliveryChange) async throws
}

/// The registry of the events that are published outside a transaction of a database.
public protocol CommonPublicationRegistry: Sendable {
  /// What was stored; nil before the first event.
  var registry: (any PublicationRegistry)? { get }

  /// Stores an event for its followers.
  func store<Published: Event & Codable>(
    _ event: Published, for recipients: [DeliveryRecipient]
  ) throws

  /// The registries in which events may be due: the names of the modules' folders, and `host` for
  /// this one.
  var waiting: Set<String> { get }
}

/// A module with a registry of its own, for events that are stored together with its data.
public protocol PublishingModule: ModuleLifecycle {
  /// The registry.
  var publications: any PublicationRegistry { get }
}

/// A durable follower of one event.
public struct DeliveryRecipient: Sendable, Hashable {
  /// The module and the name of the follower, such as `Cart/remove-tickets`.
  public let follower: String
  /// The key of the event: events with the same key arrive in their order.
  public let key: String
}

/// A stored event for one durable follower.
public struct StoredDelivery: Sendable, Hashable {
  /// The position in its registry.
  public let number: Int
  /// The id of the publication.
  public let publication: UUID
  /// The name of the event's type, with that of its module.
  public let event: String
  /// The event as JSON.
  public let content: Data
  /// The module and the name of the follower.
  public let follower: String
  /// When the event was published.
  public let publishedAt: Date
  /// How many attempts to deliver it have begun.
  public let attempts: Int
  /// Why the last attempt failed; nil before the first failure.
  public let reason: String?
  /// Whether it is not tried again, since too many attempts have failed.
  public let isDead: Bool

  /// Creates a delivery from its stored values.
  public init(
    number: Int, publication: UUID, event: String, content: Data, follower: String,
    publishedAt: Date, attempts: Int, reason: String?, isDead: Bool
  ) {
    self.number = number
    self.publication = publication
    self.event = event
    self.content = content
    self.follower = follower
    self.publishedAt = publishedAt
    self.attempts = attempts
    self.reason = reason
    self.isDead = isDead
  }
}

/// How an attempt to deliver an event has ended.
public enum DeliveryResult: Sendable, Hashable {
  /// The follower has handled the event.
  case handled
  /// The host stops: the attempt does not count.
  case cancelled
  /// The follower has failed, and is called again after a pause; nil for never.
  case failed(reason: String, pause: Duration?)
}

/// What a person does with a delivery that is not handled.
public enum DeliveryChange: Sendable, Hashable {
  /// It is tried again at once.
  case retry
  /// It is removed.
  case drop
}
