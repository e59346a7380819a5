import Synchronization

/// An operation of one module that any other module may call. The owner's interface declares it
/// once, as a `static let`.
///
/// The value is trivial: copying it never touches a reference count.
public struct Action<Input: Sendable, Output: Sendable>: ActionDeclaration {
  /// The declaration without its generic types.
  public let descriptor: ActionDescriptor

  @usableFromInline
  init(
    _ interface: any Interface.Type, _ name: StaticString, _ exposure: Exposure,
    at pattern: StaticString?, coding: ActionCoding?
  ) {
    descriptor = ActionDescriptor(
      interface: interface, staticName: name, exposure: exposure,
      id: nextID.wrappingAdd(1, ordering: .relaxed).oldValue, staticPattern: pattern,
      inputType: Input.self, outputType: Output.self,
      // Never released: declarations are static and live as long as the process.
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
  /// - Parameter pattern: For a remote action, a URL pattern in addition to `target/action`, such
  ///   as `shelf/:shelf/item/:name`; see `URLPattern`.
  @inlinable
  public init(
    _ interface: any Interface.Type, _ name: StaticString, _ exposure: Exposure = .local,
    at pattern: StaticString? = nil
  ) {
    // Inlined, so that the compiler specializes the closures for these types. Unspecialized code
    // would double the time of a call by name.
    let coding = TypedActionCoding<Output>(
      input: Input.self,
      perform: { try await $0.perform(Input.self, Output.self) },
      performJSON: { try $0.json(await $0.perform(Input.self, Output.self)) })
    self.init(interface, name, exposure, at: pattern, coding: coding)
  }
}

/// The input of an action that needs none, or the output of one that returns nothing.
public struct Empty: Codable, Hashable, Sendable {
  /// Creates the only value.
  public init() {}
}

/// Who may call an action. Each level includes the levels before it.
public enum Exposure: Int, Sendable, Comparable, CaseIterable {
  /// Typed Swift calls only.
  case native
  /// Also the command line and tests, by name.
  case local
  /// Also URLs and other programs.
  case remote

  /// Orders the levels from the narrowest to the widest.
  public static func < (lower: Exposure, higher: Exposure) -> Bool {
    lower.rawValue < higher.rawValue
  }
}

/// An action without its generic types, for manifests and listings.
public protocol ActionDeclaration: Sendable {
  /// The properties of the action.
  var descriptor: ActionDescriptor { get }
}

extension ActionDeclaration {
  /// The interface that declares the action.
  public var interface: any Interface.Type { descriptor.interface }
  /// The target in calls by name, such as `wish-list`.
  public var target: String { interface.target }
  /// The action's name within its target.
  public var name: String { "\(descriptor.staticName)" }
  /// Target and action as in calls by name, such as `catalogue/search`.
  public var path: String { "\(target)/\(name)" }
  /// Who may call the action.
  public var exposure: Exposure { descriptor.exposure }
  /// The name of the Swift type of its input.
  public var input: String { "\(descriptor.inputType)" }
  /// The name of the Swift type of its output.
  public var output: String { "\(descriptor.outputType)" }
  /// The URL pattern that was declared in addition to `target/action`.
  public var pattern: String? { descriptor.staticPattern.map { "\($0)" } }
  /// A number that no other declaration in the process has.
  public var id: Int { descriptor.id }
}

/// The properties of an action, with its types as values.
public struct ActionDescriptor: ActionDeclaration {
  /// The interface that declares the action; its name is the target.
  public let interface: any Interface.Type
  let staticName: StaticString
  /// Who may call the action.
  public let exposure: Exposure
  /// A number that no other declaration in the process has. Numbers start at 0 and have no gaps:
  /// `FastPath` uses them as indexes.
  public let id: Int
  let staticPattern: StaticString?
  let inputType: any Sendable.Type
  let outputType: any Sendable.Type
  /// Decodes inputs and encodes outputs of calls by name; nil when only typed calls are possible.
  /// It is never released, so it can always be used.
  let coding: Unmanaged<ActionCoding>?

  /// The descriptor itself.
  public var descriptor: ActionDescriptor { self }
}

private let nextID = Atomic<Int>(0)
