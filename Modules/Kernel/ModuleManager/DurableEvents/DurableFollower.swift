public import Foundation
public import Mediator

/// A follower that handles every event at least once, also if a process ends before.
///
/// An event is stored for it when it is published, and again and again delivered until the follower
/// returns: by the process that has published it, or by another one of the app that runs later.
/// Events with the same key arrive one after the other, in the order of their publication.
///
/// ```swift
/// Manifest(
///   Receipts.self, summary: "Sends receipts",
///   durableFollowers: [DurableFollower("send", of: OrderPaid.self, inOrderOf: \.order)])
///
/// registrar.follow(OrderPaid.self, durably: "send") { delivery in
///   try await send(delivery.event.order, key: delivery.id)
/// }
/// ```
public struct DurableFollower: Sendable {
  /// The name, which no other durable follower of the module has. It is stored with the events: if
  /// it changes, those that wait under the old name are not delivered.
  public let name: String
  /// The event.
  public let event: any (Event & Codable).Type
  private let makeKey: @Sendable (any Event) -> String

  /// Declares a durable follower.
  /// - Parameters:
  ///   - name: The name, such as `send-receipt`.
  ///   - event: The event.
  ///   - key: Returns the key of an event; all events have the same unless given.
  public init<Followed: Event & Codable>(
    _ name: String, of event: Followed.Type,
    inOrderOf key: @escaping @Sendable (Followed) -> String = { _ in "" }
  ) {
    self.name = name
    self.event = event
    makeKey = { ($0 as? Followed).map(key) ?? "" }
  }

  func key(of event: any Event) -> String { makeKey(event) }
}

/// An event as a durable follower receives it.
public struct Delivery<Delivered: Event>: Sendable {
  /// The event.
  public let event: Delivered
  /// The id of the publication, which is the same in every attempt: a follower whose work must not
  /// be done twice stores it together with its result.
  public let id: UUID
}
