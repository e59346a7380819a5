public import Mediator
import Platform

/// Stores the events of an app for their durable followers. Module contexts have it.
public final class DurableEvents: Sendable {
  /// The longest pause between two attempts. An attempt that is due later was stored before the
  /// clock was set back.
  public static let longestPause = Duration.seconds(3600)

  /// The event that the current task publishes, if a registry contains it already.
  @TaskLocal private static var stored: StoredEvent?

  /// An event that is stored, while it is published.
  private final class StoredEvent: Sendable {
    let registry: any PublicationRegistry
    private let type: any Event.Type
    private let task = currentTask
    private let hasEnded = Lock(false)

    init(_ type: any Event.Type, in registry: any PublicationRegistry) {
      (self.type, self.registry) = (type, registry)
    }

    /// Whether the current task publishes this event: tasks that followers start inherit the
    /// task-local value.
    func isPublished(as type: any Event.Type) -> Bool {
      type == self.type && task == Self.currentTask && !hasEnded.withLock(\.self)
    }

    func end() { hasEnded.withLock { $0 = true } }

    private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
  }

  /// A durable follower of a module.
  struct Follower: Sendable {
    /// The module and the name, such as `Cart/remove-tickets`.
    let id: String
    /// The index of the module.
    let module: Int
    let declaration: DurableFollower
  }

  /// Delivers the stored events of a registry to a follower.
  typealias Deliver = @Sendable (Follower, any PublicationRegistry) async -> Void

  private struct State {
    var deliver: Deliver?
    /// The registries with events that this process has published, by follower.
    var published: [String: [any PublicationRegistry]] = [:]
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

  /// The durable followers of an event, each with the event's key.
  public func recipients<Published: Event>(of event: Published) -> [DeliveryRecipient] {
    followers.filter { $0.declaration.event == Published.self }.map {
      DeliveryRecipient(follower: $0.id, key: $0.declaration.key(of: event))
    }
  }

  /// Publishes an event that is stored already.
  /// - Parameters:
  ///   - registry: Where it is stored.
  ///   - publisher: The publishing file, for interceptors.
  public static func publish(
    _ event: some Event, storedIn registry: any PublicationRegistry, through mediator: Mediator,
    publisher: StaticString
  ) {
    let stored = StoredEvent(type(of: event), in: registry)
    $stored.withValue(stored) { mediator.publish(event, publisher: publisher) }
    stored.end()
  }

  /// Delivers the stored events of a type to their durable followers, and returns when these have
  /// handled or refused all that are due. A durable follower must not call it for its own event.
  /// - Parameter registry: Where the events are stored.
  public func deliver<Stored: Event & Codable>(
    _ type: Stored.Type, from registry: any PublicationRegistry
  ) async {
    guard let deliver = state.withLock(\.deliver) else { return }
    for follower in followers where follower.declaration.event == type {
      await deliver(follower, registry)
    }
  }

  func setDelivery(_ deliver: @escaping Deliver) { state.withLock { $0.deliver = deliver } }

  /// Stores an event that is published now, unless it is stored already.
  func store<Published: Event & Codable>(_ event: Published, for follower: Follower) throws {
    var registry: (any PublicationRegistry)?
    if let stored = Self.stored, stored.isPublished(as: Published.self) {
      registry = stored.registry
    } else {
      try common?.store(
        event,
        for: DeliveryRecipient(
          follower: follower.id, key: follower.declaration.key(of: event)))
      registry = common?.registry
    }
    guard let registry else {
      throw ModuleManagerError.noPublicationRegistry(event: "\(Published.self)")
    }
    state.withLock { state in
      if state.published[follower.id, default: []].contains(where: { $0 === registry }) { return }
      state.published[follower.id, default: []].append(registry)
    }
  }

  /// Returns the registries with events for a follower that this process has published since the
  /// last call.
  func takeRegistries(of follower: Follower) -> [any PublicationRegistry] {
    state.withLock { $0.published.removeValue(forKey: follower.id) ?? [] }
  }
}
