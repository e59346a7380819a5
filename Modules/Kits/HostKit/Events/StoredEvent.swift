import Console
import Foundation
import Mediator
import ModuleManager

extension Host {
  /// Lists the events that durable followers have not handled.
  static let events = Action<Empty, [StoredEvent]>(Host.self, "events")
  /// Delivers the events that failed again, or one of them. Returns those that fail again.
  static let retryEvents = Action<EventSelection, [StoredEvent]>(Host.self, "retryEvents")
  /// Drops the events that failed, or one of them. Returns those that were dropped.
  static let dropEvents = Action<EventSelection, [StoredEvent]>(Host.self, "dropEvents")
}

/// An event that a durable follower has not handled.
struct StoredEvent: Codable, Sendable {
  enum State: String, Codable, Sendable, CaseIterable {
    /// It is delivered by the next process, or again after a pause.
    case waiting
    /// It is not delivered again: too many attempts have failed, or it cannot be read.
    case failed
    /// The app has no such follower any more.
    case unfollowed
  }

  /// Where it is stored, and its number there, such as `orders-12`.
  let id: String
  /// The type of the event.
  let event: String
  /// The module and the name of the follower.
  let follower: String
  let publishedAt: Date
  let attempts: Int
  let state: State
  /// Why the last attempt failed.
  let reason: String?

  init(_ delivery: StoredDelivery, in registry: String, isFollowed: Bool) {
    id = "\(registry)-\(delivery.number)"
    event = delivery.event.split(at: ".").last.map(String.init) ?? delivery.event
    follower = delivery.follower
    publishedAt = delivery.publishedAt
    attempts = delivery.attempts
    state = !isFollowed ? .unfollowed : delivery.isDead ? .failed : .waiting
    reason = delivery.reason?.withoutAddressSecrets
  }
}

/// The events that an action is for.
struct EventSelection: Codable, SchemaDescribing {
  /// Nil for all that failed.
  let id: String?

  static var fieldDescriptions: FieldDescriptions {
    [
      "id": .init(
        "the id of the event in the list of events", default: "all that failed",
        suggestions: .results(of: Host.events) { $0.map(\.id) })
    ]
  }
}

extension ModuleManager {
  /// Answers the actions about stored events.
  func answerEventActions(on mediator: Mediator) throws {
    try mediator.answer(Host.events) { [weak self] _ in try await self?.listedEvents ?? [] }
    try mediator.answer(Host.retryEvents) { [weak self] in
      let ids = try await self?.change($0, .retry).map(\.id) ?? []
      return try await self?.listedEvents.filter { ids.contains($0.id) } ?? []
    }
    try mediator.answer(Host.dropEvents) { [weak self] in try await self?.change($0, .drop) ?? [] }
  }

  /// The events that were not handled, by registry and in the order of publication.
  var listedEvents: [StoredEvent] {
    get async throws {
      try await storedEvents().sorted { $0.key < $1.key }.flatMap { name, deliveries in
        deliveries.map {
          StoredEvent($0, in: name, isFollowed: durableFollowers.contains($0.follower))
        }
      }
    }
  }

  /// - Throws: `HostError.noSuchEvent`
  private func change(
    _ selection: EventSelection, _ change: DeliveryChange
  ) async throws -> [StoredEvent] {
    let events = try await listedEvents
    let selected = events.filter { event in
      selection.id.map { event.id == $0 } ?? (event.state == .failed)
    }
    if let id = selection.id, selected.isEmpty {
      throw HostError.noSuchEvent(id, nearest: events.map(\.id).nearest(to: id).first)
    }
    for event in selected {
      // Names of folders may contain hyphens, numbers none.
      let parts = event.id.split(at: "-")
      guard let number = parts.last.flatMap({ Int($0) }) else { continue }
      let name = parts.dropLast().joined(separator: "-")
      try await self.change([number], in: name, change)
    }
    return selected
  }
}
