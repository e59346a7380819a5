import Synchronization

/// One operation of a module that any other may call, declared once in the owner's interface.
///
/// The value is trivial: copying it never touches a reference count.
public struct Action<Input: Sendable, Output: Sendable>: ActionDeclaration {
  /// Everything about it but its types themselves.
  public let signature: Signature

  @usableFromInline
  init(
    _ interface: any Interface.Type, _ name: StaticString, _ reach: Reach,
    at pattern: StaticString?, coding: ActionCoding?
  ) {
    signature = Signature(
      interface: interface, staticName: name, reach: reach,
      slot: slotsGiven.wrappingAdd(1, ordering: .relaxed).oldValue, staticPattern: pattern,
      inputType: Input.self, outputType: Output.self,
      // A declaration is for ever, and so is its coding.
      coding: coding.map(Unmanaged.passRetained))
  }
}

extension Action {
  /// Declares an action for typed Swift calls only.
  public init(native interface: any Interface.Type, _ name: StaticString) {
    self.init(interface, name, .native, at: nil, coding: nil)
  }
}

extension Action where Input: Codable, Output: Codable {
  /// Declares an action that can also be called by name.
  /// - Parameter pattern: For a remote action, a second URL beside `target/action`, as `Route`
  ///   reads it: `city/:city/station/:name`.
  @inlinable
  public init(
    _ interface: any Interface.Type, _ name: StaticString, _ reach: Reach = .local,
    at pattern: StaticString? = nil
  ) {
    // Inlined, so that the compiler makes code for these types where it knows them. Code for any type
    // looks up metadata at every step, which would double the time of a call by name.
    let coding = TypedCoding<Output>(
      input: Input.self,
      perform: { try await $0.perform(Input.self, Output.self) },
      performJSON: { try $0.json(await $0.perform(Input.self, Output.self)) })
    self.init(interface, name, reach, at: pattern, coding: coding)
  }
}

/// How many slots have been given in this process.
private let slotsGiven = Atomic<Int>(0)
