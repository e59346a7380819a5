public import Mediator

/// Binds one module's actions and events, and holds it to its manifest.
public final class Connection: Sendable {
  private struct Binding: Sendable {
    let action: any ActionDeclaration
    let bind: @Sendable () throws -> Void
  }

  private struct State {
    var bindings: [Binding] = []
    var followers: [ObjectIdentifier: @Sendable (any Event) async -> Void] = [:]
    var faults: [String] = []
  }

  private let manifest: Manifest
  private let mediator: Mediator
  private let state = Lock(State())

  package init(_ manifest: Manifest, on mediator: Mediator) {
    self.manifest = manifest
    self.mediator = mediator
  }

  /// Answers an action of the manifest with `handler`.
  public func answer<Input, Output>(
    _ action: Action<Input, Output>,
    with handler: @escaping @Sendable (Input) async throws -> Output
  ) {
    guard manifest.answers.contains(where: { $0.slot == action.slot }) else {
      return fault("answers '\(action.path)', which its manifest does not declare")
    }
    let binding = Binding(action: action) { [mediator, manifest] in
      try mediator.answer(action, by: manifest.name, with: handler)
    }
    state.withLock { state in
      if state.bindings.contains(where: { $0.action.slot == action.slot }) {
        state.faults.append("answers '\(action.path)' twice")
      }
      state.bindings.append(binding)
    }
  }

  /// Follows an event of the manifest: `follower` runs for one event after the other, and never
  /// keeps the publisher waiting.
  public func follow<Followed: Event>(
    _ type: Followed.Type, with follower: @escaping @Sendable (Followed) async -> Void
  ) {
    guard manifest.follows.contains(where: { $0 == type }) else {
      return fault("follows \(type), which its manifest does not declare")
    }
    state.withLock { state in
      let former = state.followers.updateValue(
        { if let event = $0 as? Followed { await follower(event) } },
        forKey: ObjectIdentifier(type))
      if former != nil { state.faults.append("follows \(type) twice") }
    }
  }

  /// Everything in which the module differs from its manifest.
  package var faults: [String] {
    state.withLock { state in
      let unbound = manifest.answers.filter { declared in
        !state.bindings.contains { $0.action.slot == declared.slot }
      }
      let ignored = manifest.follows.filter { state.followers[ObjectIdentifier($0)] == nil }
      return state.faults
        + unbound.map { "does not answer '\($0.path)', which its manifest declares" }
        + ignored.map { "does not follow \($0), which its manifest declares" }
    }
  }

  package func receive<Received: Event>(_ event: Received) async {
    await state.withLock { $0.followers[ObjectIdentifier(Received.self)] }?(event)
  }

  /// Lets calls through to the module, which has started; all of them or, when it throws, none.
  package func open() throws {
    var opened: [Binding] = []
    do {
      for binding in state.withLock({ $0.bindings }) {
        try binding.bind()
        opened.append(binding)
      }
    } catch {
      for binding in opened { mediator.close(binding.action) }
      throw error
    }
  }

  package func close() {
    for binding in state.withLock({ $0.bindings }) { mediator.close(binding.action) }
    state.withLock { $0 = State() }
  }

  private func fault(_ sentence: String) {
    state.withLock { $0.faults.append(sentence) }
  }
}
