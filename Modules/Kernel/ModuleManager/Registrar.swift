public import Mediator
import Platform

/// Binds a module's handlers to its actions and events, and checks them against its manifest.
public final class Registrar: Sendable {
  private struct Binding: Sendable {
    let action: any ActionDeclaration
    let register: @Sendable () throws -> Void
  }

  private typealias Follower = @Sendable (any Event, EventOrigin) async throws -> String?

  private struct State {
    var bindings: [Binding] = []
    var followers: [ObjectIdentifier: Follower] = [:]
    var durableFollowers: [String: @Sendable (StoredDelivery) async throws -> Void] = [:]
    var faults: [String] = []
  }

  private let manifest: Manifest
  private let mediator: Mediator
  private let state = Lock(State())

  init(_ manifest: Manifest, on mediator: Mediator) {
    self.manifest = manifest
    self.mediator = mediator
  }

  /// Binds a handler to an action that the manifest declares.
  public func answer<Input, Output>(
    _ action: Action<Input, Output>,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) {
    guard manifest.answers.contains(where: { $0.id == action.id }) else {
      return addFault("answers '\(action.path)', which its manifest does not declare")
    }
    let binding = Binding(action: action) { [mediator, manifest] in
      try mediator.answer(action, by: manifest.name, with: handler)
    }
    state.withLock { state in
      if state.bindings.contains(where: { $0.action.id == action.id }) {
        state.faults.append("answers '\(action.path)' twice")
      }
      state.bindings.append(binding)
    }
  }

  /// Binds a handler to an action that the manifest declares. Each call that succeeds publishes
  /// `event`, which the manifest declares, too.
  public func answer<Input, Output>(
    _ action: Action<Input, Output>, publishing event: some Event,
    publisher: StaticString = #fileID,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) {
    answer(action) { [mediator] input in
      let output = try await handler(input)
      mediator.publish(event, publisher: publisher)
      return output
    }
  }

  /// Binds a handler to an event that the manifest declares. The handler receives one event after
  /// the other; the publisher does not wait for it. The command that has published the event
  /// reports an error of the handler; a handler that disturbs nobody with its errors catches them.
  ///
  /// The handler receives the events of other processes, too, if they are shared. So in each
  /// running process, it handles each of them: it must not do twice what may be done only once.
  public func follow<Followed: Event>(
    _ type: Followed.Type, with follower: @escaping @Sendable (Followed) async throws -> Void
  ) {
    follow(type) { event, _ in
      try await follower(event)
      return nil
    }
  }

  /// Binds a handler to an event that the manifest declares. The handler returns what it has
  /// changed of the person's own data, in one sentence with the remedy, which the command that has
  /// published the event shows; nil for nothing. It does not receive the events of other processes,
  /// which have changed the data already.
  public func followAndReport<Followed: Event>(
    _ type: Followed.Type, with follower: @escaping @Sendable (Followed) async throws -> String?
  ) {
    follow(type) { event, origin in
      origin == .thisProcess ? try await follower(event) : nil
    }
  }

  private func follow<Followed: Event>(
    _ type: Followed.Type,
    _ follower: @escaping @Sendable (Followed, EventOrigin) async throws -> String?
  ) {
    guard manifest.follows.contains(where: { $0 == type }) else {
      return addFault("follows \(type), which its manifest does not declare")
    }
    state.withLock { state in
      let previous = state.followers.updateValue(
        { event, origin in
          guard let event = event as? Followed else { return nil }
          return try await follower(event, origin)
        }, forKey: ObjectIdentifier(type))
      if previous != nil { state.faults.append("follows \(type) twice") }
    }
  }

  /// Binds a handler to a durable follower that the manifest declares. The handler receives each
  /// event at least once: again after an error, and if the process ended before it returned.
  /// - Parameter name: The name of the `DurableFollower`.
  public func follow<Followed: Event & Codable>(
    _ type: Followed.Type, durably name: String,
    with follower: @escaping @Sendable (Delivery<Followed>) async throws -> Void
  ) {
    guard manifest.durableFollowers.contains(where: { $0.name == name && $0.event == type }) else {
      return addFault("follows \(type) durably as '\(name)', which its manifest does not declare")
    }
    state.withLock { state in
      let previous = state.durableFollowers.updateValue(
        { delivery in
          let event = try delivery.decoded(as: Followed.self)
          try await follower(Delivery(event: event, id: delivery.publication))
        }, forKey: name)
      if previous != nil { state.faults.append("has two durable followers '\(name)'") }
    }
  }

  /// Every difference between the module's bindings and its manifest.
  var faults: [String] {
    state.withLock { state in
      let unbound = manifest.answers.filter { declared in
        !state.bindings.contains { $0.action.id == declared.id }
      }
      let ignored = manifest.follows.filter { state.followers[ObjectIdentifier($0)] == nil }
      let unboundFollowers = manifest.durableFollowers.map(\.name).filter {
        state.durableFollowers[$0] == nil
      }
      return state.faults
        + unbound.map { "does not answer '\($0.path)', which its manifest declares" }
        + ignored.map { "does not follow \($0), which its manifest declares" }
        + unboundFollowers.map { "has no durable follower '\($0)', which its manifest declares" }
    }
  }

  /// Passes an event to the module's follower, if it has one, and returns what that reports.
  func receive<Received: Event>(
    _ event: Received, from origin: EventOrigin
  ) async throws -> String? {
    try await state.withLock { $0.followers[ObjectIdentifier(Received.self)] }?(event, origin)
  }

  /// Passes a stored event to a durable follower.
  /// - Throws: What the follower throws, or `UnreadableEvent`.
  func receive(_ delivery: StoredDelivery, by name: String) async throws {
    try await state.withLock { $0.durableFollowers[name] }?(delivery)
  }

  /// Registers all handlers with the mediator or, when one cannot be registered, none.
  func open() throws {
    var registered: [Binding] = []
    do {
      for binding in state.withLock({ $0.bindings }) {
        try binding.register()
        registered.append(binding)
      }
    } catch {
      for binding in registered { mediator.deactivate(binding.action) }
      throw error
    }
  }

  /// Removes all handlers, so that no call or event reaches the module any more.
  func close() {
    for binding in state.withLock({ $0.bindings }) { mediator.deactivate(binding.action) }
    state.withLock { $0 = State() }
  }

  private func addFault(_ fault: String) {
    state.withLock { $0.faults.append(fault) }
  }
}

/// The content of a stored event is not that of its type: another version of the app has stored it.
struct UnreadableEvent: Error, CustomStringConvertible {
  let event: String
  let reason: String

  var description: String {
    "this version of the app cannot read the stored event '\(event)': \(reason); use the version "
      + "that has published it, or drop the event"
  }
}

extension StoredDelivery {
  fileprivate func decoded<Stored: Event & Codable>(as type: Stored.Type) throws -> Stored {
    guard event == type.storedName else {
      throw UnreadableEvent(event: event, reason: "expected \(type.storedName)")
    }
    do { return try JSON.decode(type, from: content) } catch {
      throw UnreadableEvent(event: event, reason: error.plainText)
    }
  }
}
