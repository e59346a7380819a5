import Foundation
public import Mediator
import Platform

/// Stores the events of an app for their durable followers. Module contexts have it.
public final class DurableEvents: Sendable {
  /// After so many attempts, an event is not delivered again.
  package static let maximumAttempts = 15

  /// The longest pause between two attempts. An attempt that is due later was stored before the
  /// clock was set back.
  package static let longestPause = Duration.seconds(3600)

  /// The pause after an attempt, which doubles from 1 s on.
  package static func pause(afterAttempt number: Int) -> Duration {
    min(.seconds(1 << min(max(number - 1, 0), 20)), longestPause)
  }

  /// The publication of an event that a registry contains already.
  @TaskLocal private static var storedPublication: StoredPublication?

  private final class StoredPublication: Sendable {
    private let type: any Event.Type
    private let registry: Lock<(any PublicationRegistry)?>

    init(of type: any Event.Type, in registry: any PublicationRegistry) {
      self.type = type
      self.registry = Lock(registry)
    }

    /// Returns the registry once: what a follower of the event publishes is not stored yet.
    func takeRegistry(for type: any Event.Type) -> (any PublicationRegistry)? {
      type == self.type ? registry.withLock { $0.take() } : nil
    }
  }

  /// A durable follower of a module.
  struct Follower: Sendable {
    /// The module and the name, such as `Cart/remove-tickets`.
    let id: String
    /// The index of the module.
    let module: Int
    let declaration: DurableFollower
  }

  /// What this process has published and not delivered yet, by type of event.
  struct Published: Sendable {
    var registries: [any PublicationRegistry] = []
    /// Events that are not stored: they are delivered once.
    var unstored: [StoredDelivery] = []
  }

  /// Delivers the stored events of a registry to a follower.
  typealias Deliver = @Sendable (Follower, any PublicationRegistry) async -> Void

  private struct State {
    var deliver: Deliver?
    var published: [ObjectIdentifier: Published] = [:]
  }

  let followers: [Follower]
  let common: (any CommonPublicationRegistry)?
  private let state = Lock(State())

  init(_ manifests: [Manifest], common: (any CommonPublicationRegistry)?) {
    followers = manifests.indices.flatMap { index in
      manifests[index].durableFollowers.map {
        Follower(id: "\(manifests[index].name)/\($0.name)", module: index, declaration: $0)
      }
    }
    self.common = common
  }

  func setDelivery(_ deliver: @escaping Deliver) { state.withLock { $0.deliver = deliver } }

  /// The durable followers of all modules, such as `Cart/remove-tickets`.
  package var followerIDs: [String] { followers.map(\.id) }

  func followers(of event: any Event.Type) -> [Follower] {
    followers.filter { $0.declaration.event == event }
  }

  /// The durable followers of an event, each with the event's key.
  package func recipients<Published: Event>(of event: Published) -> [DeliveryRecipient] {
    followers(of: Published.self).map {
      DeliveryRecipient(follower: $0.id, key: $0.declaration.key(of: event))
    }
  }

  /// Publishes an event that is stored already.
  /// - Parameters:
  ///   - registry: Where it is stored.
  ///   - publisher: The publishing file, for interceptors.
  package static func publish(
    _ event: some Event, storedIn registry: any PublicationRegistry, through mediator: Mediator,
    publisher: StaticString
  ) {
    let publication = StoredPublication(of: type(of: event), in: registry)
    $storedPublication.withValue(publication) { mediator.publish(event, publisher: publisher) }
  }

  /// Delivers the stored events of a type to their durable followers, also those that failed a
  /// moment ago. A durable follower must not call it for its own event: it would wait for itself.
  /// - Parameter registry: Where the events are stored.
  /// - Returns: Whether all of them are handled. False if one must wait, or was given up.
  public func deliver<Stored: Event & Codable>(
    _ type: Stored.Type, from registry: any PublicationRegistry
  ) async throws -> Bool {
    let followers = followers(of: type)
    guard let deliver = state.withLock(\.deliver), !followers.isEmpty else { return true }
    try await registry.endPauses(of: type.storedName)
    for follower in followers { await deliver(follower, registry) }
    return try await !registry.hasDeliveries(of: type.storedName)
  }

  /// Stores an event that is published now, unless it is stored already.
  /// - Throws: What the registry throws. The event is delivered once nevertheless.
  func store<Stored: Event & Codable>(_ event: Stored) throws {
    if let registry = Self.storedPublication?.takeRegistry(for: Stored.self) {
      return add(registry, Stored.self)
    }
    do {
      guard let common else { return try addUnstored(event) }
      try common.store(event, for: recipients(of: event))
      if let registry = common.registry { add(registry, Stored.self) }
    } catch {
      try addUnstored(event)
      throw error
    }
  }

  private func add(_ registry: any PublicationRegistry, _ type: any Event.Type) {
    change(type) { published in
      if !published.registries.contains(where: { $0 === registry }) {
        published.registries.append(registry)
      }
    }
  }

  private func addUnstored<Stored: Event & Codable>(_ event: Stored) throws {
    let delivery = StoredDelivery(
      number: 0, publication: UUID(), event: Stored.storedName, content: try JSON.encode(event),
      follower: "", publishedAt: Date(), attempts: 1, reason: nil, isDead: false)
    change(Stored.self) { $0.unstored.append(delivery) }
  }

  /// Returns what this process has published since the last call.
  func takePublished(_ type: any Event.Type) -> Published {
    state.withLock { $0.published.removeValue(forKey: ObjectIdentifier(type)) ?? Published() }
  }

  private func change(_ type: any Event.Type, _ body: (inout Published) -> Void) {
    state.withLock { body(&$0.published[ObjectIdentifier(type), default: Published()]) }
  }
}

extension Event where Self: Codable {
  /// The name of the type in a registry, with that of its module.
  package static var storedName: String { String(reflecting: Self.self) }
}
