import Console
import Foundation
import Mediator
import ModuleManager

extension Host {
  /// Lists the events that durable followers have not handled.
  static let events = Action<Empty, [UnhandledEvent]>(Host.self, "events")
  /// Delivers the events that failed again, or one of them.
  static let retryEvents = Action<EventSelection, RetriedEvents>(Host.self, "retryEvents")
  /// Drops the events that failed or have no follower, or one. Returns those that were dropped.
  static let dropEvents = Action<EventSelection, [UnhandledEvent]>(Host.self, "dropEvents")
}

/// An event that a durable follower has not handled.
struct UnhandledEvent: Codable, Sendable {
  enum State: String, Codable, Sendable, CaseIterable {
    /// It is delivered by the next process, or again after a pause.
    case waiting
    /// It is not delivered again: too many attempts have failed.
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

  fileprivate var registry: String { id.split(at: "-").dropLast().joined(separator: "-") }
  fileprivate var number: Int { id.split(at: "-").last.flatMap { Int($0) } ?? 0 }

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

/// The result of `Host.retryEvents`.
struct RetriedEvents: Codable, Sendable {
  /// The number of the events that are handled now.
  let handledCount: Int
  /// Those that failed again.
  let unhandled: [UnhandledEvent]
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
  /// Answers the actions about events that durable followers have not handled.
  func answerEventActions(on mediator: Mediator) throws {
    try mediator.answer(Host.events) { [weak self] _ in try await self?.unhandledEvents ?? [] }
    try mediator.answer(Host.retryEvents) { [weak self] selection in
      let ids = try await self?.change(selection, [.failed], .retry).map(\.id) ?? []
      let unhandled = try await self?.unhandledEvents.filter { ids.contains($0.id) } ?? []
      return RetriedEvents(handledCount: ids.count - unhandled.count, unhandled: unhandled)
    }
    try mediator.answer(Host.dropEvents) { [weak self] in
      try await self?.change($0, [.failed, .unfollowed], .drop) ?? []
    }
  }

  /// The events that were not handled, by registry and in the order of publication.
  var unhandledEvents: [UnhandledEvent] {
    get async throws {
      try await storedEvents().sorted { $0.key < $1.key }.flatMap { name, deliveries in
        deliveries.map {
          UnhandledEvent($0, in: name, isFollowed: durableFollowers.contains($0.follower))
        }
      }
    }
  }

  /// Changes an event, or all in some states.
  /// - Throws: `HostError.noSuchEvent`
  private func change(
    _ selection: EventSelection, _ states: Set<UnhandledEvent.State>, _ change: DeliveryChange
  ) async throws -> [UnhandledEvent] {
    let events = try await unhandledEvents
    let selected = events.filter { event in
      selection.id.map { event.id == $0 } ?? states.contains(event.state)
    }
    if let id = selection.id, selected.isEmpty {
      throw HostError.noSuchEvent(id, nearest: events.map(\.id).nearest(to: id).first)
    }
    for (registry, events) in Dictionary(grouping: selected, by: \.registry) {
      try await changeStoredEvents(Set(events.map(\.number)), in: registry, change)
    }
    return selected
  }
}
