import Synchronization

/// An operation of one module that any other module may call. The owner's interface declares it
/// once, as a `static let`.
///
/// Copying the value never touches a reference count.
public struct Action<Input: Sendable, Output: Sendable>: ActionDeclaration, BitwiseCopyable {
  /// The declaration without its generic types.
  public let descriptor: ActionDescriptor

  @usableFromInline
  init(
    _ interface: any Interface.Type, _ name: StaticString, _ effect: Effect, _ exposure: Exposure,
    at pattern: StaticString?, summary: StaticString?, coding: (@Sendable () -> ActionCoding)?
  ) {
    self.init(
      .interface(interface), name.description, effect, exposure, at: pattern?.description,
      summary: summary?.description, coding: coding)
  }

  fileprivate init(
    _ owner: ActionProperties.Owner, _ name: String, _ effect: Effect, _ exposure: Exposure,
    at pattern: String?, summary: String?, coding: (@Sendable () -> ActionCoding)?
  ) {
    let properties = ActionProperties(
      owner: owner, name: name, pattern: pattern, summary: summary, inputType: Input.self,
      outputType: Output.self, makeCoding: coding)
    descriptor = ActionDescriptor(
      id: nextID.wrappingAdd(1, ordering: .relaxed).oldValue, effect: effect,
      exposure: effect == .reads ? exposure : exposure.withoutLinks,
      // Never released: declarations live as long as the process.
      properties: Unmanaged.passRetained(properties))
  }
}

extension Action {
  /// Declares an action for typed Swift calls only.
  public init(native interface: any Interface.Type, _ name: StaticString) {
    self.init(interface, name, .changes, .native, at: nil, summary: nil, coding: nil)
  }
}

extension Action where Input: Codable, Output: Codable {
  /// Declares an action that can also be called by name.
  ///
  /// A URL pattern has the form of `shelf/:shelf/item/:name?`:
  ///
  /// - Segments are separated by `/`. The first is a literal; in a URL it is the host.
  /// - `:name` is a placeholder for one segment, which becomes the parameter `name`.
  /// - `:name<int>` accepts whole numbers only, `:name<number>` finite numbers.
  /// - `:name?` and `:name<int>?` may be omitted; such placeholders come last.
  /// - When a URL matches several patterns, each segment prefers, in this order: a literal, a whole
  ///   number, a number, any text.
  /// - Parameters:
  ///   - effect: What a call does to the data of the module.
  ///   - exposure: Who may call the action. Links never call an action that writes, whatever this
  ///     says.
  ///   - pattern: For an action that links may call, a URL pattern in addition to `target/action`.
  ///   - summary: What the action does, for other programs, in the form of a command's summary:
  ///     `List the shelves`. An action that a command calls needs none.
  @inlinable
  public init(
    _ interface: any Interface.Type, _ name: StaticString, _ effect: Effect = .changes,
    _ exposure: Exposure = .local, at pattern: StaticString? = nil, summary: StaticString? = nil
  ) {
    // Inlined, so that the compiler specializes the closure for these types. Unspecialized code
    // would double the time of a call by name.
    self.init(interface, name, effect, exposure, at: pattern, summary: summary) {
      ActionCoding(input: Input.self, output: Output.self) {
        try $0.json(await $0.perform(Input.self, Output.self, on: $1))
      }
    }
  }
}

extension Action where Input == JSONValue, Output == JSONValue {
  /// Creates an action whose types are only known at run time, such as one of a plug-in.
  ///
  /// Calls by name convert parameters by the schema of the input. They check the input and the
  /// output, and remove what the schemas do not have; see `Schema.validated(_:)`. Typed calls are
  /// not checked.
  ///
  /// ```swift
  /// let forecast = Action(
  ///   target: "weather", name: "forecast", .reads, .remote, input: place, output: .list(.number))
  /// try mediator.answer(forecast) { place in try await plugIn.forecast(place) }
  /// ```
  ///
  /// Create each action once, and keep it: its memory is never released.
  /// - Parameters:
  ///   - target: The target in calls by name and in URLs, in kebab case.
  ///   - name: The action's name within its target.
  ///   - effect: What a call does to the data of the module.
  ///   - exposure: Who may call the action.
  ///   - pattern: For an action that links may call, a URL pattern in addition to `target/action`,
  ///     such as `weather/:place`, with the syntax described at `init(_:_:_:_:at:summary:)`.
  ///   - summary: What the action does, for other programs.
  ///   - input: The schema of the input, which is found when it is first needed. It is that of an
  ///     object, if the action shall be called with parameters or by URL.
  ///   - output: The schema of the output, which is found when it is first needed.
  public init(
    target: String, name: String, _ effect: Effect = .changes, _ exposure: Exposure = .local,
    at pattern: String? = nil, summary: String? = nil,
    input: @autoclosure @escaping @Sendable () -> Schema,
    output: @autoclosure @escaping @Sendable () -> Schema
  ) {
    self.init(.target(target), name, effect, exposure, at: pattern, summary: summary) {
      let (input, output) = (input(), output())
      return ActionCoding(
        input: JSONValue.self, output: JSONValue.self, schemas: (input, output)
      ) { try $0.json(await $0.perform(input, output, on: $1)) }
    }
  }
}

/// The input of an action that needs none, or the output of one that returns nothing.
public struct Empty: Codable, Hashable, Sendable {
  /// Creates the only value.
  public init() {}
}

/// An action without its generic types, for manifests and listings.
public protocol ActionDeclaration: Sendable {
  /// The properties of the action.
  var descriptor: ActionDescriptor { get }
}

extension ActionDeclaration {
  /// The target in calls by name, such as `wish-list`.
  public var target: String { descriptor.properties.takeUnretainedValue().target }
  /// The action's name within its target.
  public var name: String { descriptor.properties.takeUnretainedValue().name }
  /// Target and action as in calls by name, such as `catalogue/search`.
  public var path: String { "\(target)/\(name)" }
  /// What a call does to the data of the module.
  public var effect: Effect { descriptor.effect }
  /// Who may call the action.
  public var exposure: Exposure { descriptor.exposure }
  /// The name of the Swift type of its input.
  public var input: String { "\(descriptor.properties.takeUnretainedValue().inputType)" }
  /// The name of the Swift type of its output.
  public var output: String { "\(descriptor.properties.takeUnretainedValue().outputType)" }
  /// The URL pattern that was declared in addition to `target/action`.
  public var pattern: String? { descriptor.properties.takeUnretainedValue().pattern }
  /// What the action does, if its declaration says it.
  public var summary: String? { descriptor.properties.takeUnretainedValue().summary }
  /// The name of the interface that declares the action, such as `WishList`; nil for an action that
  /// was created at run time.
  public var interface: String? { descriptor.properties.takeUnretainedValue().interface }
  /// A number that no other declaration in the process has.
  public var id: Int { descriptor.id }
}

/// The properties of an action, with its types as values.
public struct ActionDescriptor: ActionDeclaration, BitwiseCopyable {
  /// A number that no other declaration in the process has. Numbers start at 0 and have no gaps:
  /// `FastPath` uses them as indexes.
  public let id: Int
  /// What a call does to the data of the module.
  public let effect: Effect
  /// Who may call the action.
  public let exposure: Exposure
  /// The names. They are never released, so they can always be used.
  let properties: Unmanaged<ActionProperties>
  /// Decodes inputs and encodes outputs of calls by name; nil when only typed calls are possible.
  var coding: ActionCoding? { properties.takeUnretainedValue().coding }

  /// The descriptor itself.
  public var descriptor: ActionDescriptor { self }
}

/// The properties of an action that its calls do not need.
final class ActionProperties: Sendable {
  /// What the target is that of.
  enum Owner: Sendable {
    case interface(any Interface.Type)
    /// An action that was created at run time has no interface.
    case target(String)
  }

  private let owner: Owner
  let name: String
  let pattern: String?
  let summary: String?
  let inputType: any Sendable.Type
  let outputType: any Sendable.Type
  private let makeCoding: (@Sendable () -> ActionCoding)?
  // `AtomicLazyReference` would look up its generic type with each call by name.
  private let createdCoding = Atomic<Unmanaged<ActionCoding>?>(nil)

  init(
    owner: Owner, name: String, pattern: String?, summary: String?,
    inputType: any Sendable.Type, outputType: any Sendable.Type,
    makeCoding: (@Sendable () -> ActionCoding)?
  ) {
    self.owner = owner
    self.name = name
    self.pattern = pattern
    self.summary = summary
    self.inputType = inputType
    self.outputType = outputType
    self.makeCoding = makeCoding
  }

  /// Created when it is first needed, because a program needs those of few actions. It is never
  /// released.
  var coding: ActionCoding? {
    if let created = createdCoding.load(ordering: .acquiring) {
      return created.takeUnretainedValue()
    }
    guard let makeCoding else { return nil }
    let coding = Unmanaged.passRetained(makeCoding())
    let (_, earlier) = createdCoding.compareExchange(
      expected: nil, desired: coding, ordering: .acquiringAndReleasing)
    return (earlier ?? coding).takeUnretainedValue()
  }

  var target: String {
    switch owner {
    case .interface(let interface): interface.target
    case .target(let target): target
    }
  }

  var interface: String? {
    switch owner {
    case .interface(let interface): interface.name
    case .target: nil
    }
  }
}

private let nextID = Atomic<Int>(0)
