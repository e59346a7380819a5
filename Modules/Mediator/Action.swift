import Synchronization

/// One operation of a module that any other may call, declared once in the owner's interface.
///
/// The value is trivial: copying it never touches a reference count.
public struct Action<Input: Sendable, Output: Sendable>: Sendable {
  /// The interface that declares the action; its name is the target.
  public let interface: any Interface.Type
  let staticName: StaticString
  /// Who may call it.
  public let reach: Reach
  /// Where mediators keep the answer: unique in the process, given at the declaration.
  public let slot: Int
  let coding: (any ActionCoding.Type)?

  private init(
    _ interface: any Interface.Type, _ name: StaticString, reach: Reach,
    coding: (any ActionCoding.Type)?
  ) {
    self.interface = interface
    self.staticName = name
    self.reach = reach
    self.slot = slotsGiven.wrappingAdd(1, ordering: .relaxed).oldValue
    self.coding = coding
  }
}

extension Action {
  /// Declares an action for typed Swift calls only.
  public init(native interface: any Interface.Type, _ name: StaticString) {
    self.init(interface, name, reach: .native, coding: nil)
  }
}

extension Action where Input: Codable, Output: Codable {
  /// Declares an action that can also be called by name.
  public init(_ interface: any Interface.Type, _ name: StaticString, _ reach: Reach = .local) {
    self.init(interface, name, reach: reach, coding: CodableCoding<Input, Output>.self)
  }
}

extension ActionDeclaration {
  /// How callers by name reach the action; nil when only typed calls do.
  var coding: (any ActionCoding.Type)? { (self as? any Coded)?.coding }
}

/// What only `Action` and this module know of a declaration.
private protocol Coded {
  var coding: (any ActionCoding.Type)? { get }
}

extension Action: Coded {}

/// How many slots have been given in this process.
private let slotsGiven = Atomic<Int>(0)
