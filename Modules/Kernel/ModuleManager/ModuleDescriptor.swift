/// What a host knows about a module before it creates the module: the manifest, what the module
/// contributes to the host and to other modules, and how to create it.
///
/// A type that conforms to `Module` describes itself. A module that is only known at run time, such
/// as a plug-in, is described by values:
///
/// ```swift
/// let modules = [
///   ModuleDescriptor(NotesModule.self),
///   ModuleDescriptor(manifest, contributions: [command]) { context in Plugin(path, context) },
/// ]
/// ```
public struct ModuleDescriptor: Sendable {
  private enum Source: Sendable {
    case type(any Module.Type)
    // Indirect, because most descriptors are copied, and have a type.
    indirect case values(
      Manifest, contributions: @Sendable (any Contribution.Type) -> [any Contribution],
      create: @Sendable (ModuleContext) async throws -> any ModuleLifecycle)
  }

  private let source: Source

  /// Describes a module by its type.
  public init(_ type: any Module.Type) {
    source = .type(type)
  }

  /// Describes a module by values.
  /// - Parameters:
  ///   - contributions: What the module contributes, of any types.
  ///   - create: Creates the module. Slow work belongs into the module's `start`.
  public init(
    _ manifest: Manifest, contributions: [any Contribution] = [],
    create: @escaping @Sendable (ModuleContext) async throws -> any ModuleLifecycle
  ) {
    self.init(manifest, findingContributions: { _ in contributions }, create: create)
  }

  /// Describes a module by values whose contributions take time to find.
  /// - Parameters:
  ///   - contributions: Returns the contributions of a type whenever the host needs them.
  ///   - create: Creates the module. Slow work belongs into the module's `start`.
  public init(
    _ manifest: Manifest,
    findingContributions contributions:
      @escaping @Sendable (any Contribution.Type) -> [any Contribution],
    create: @escaping @Sendable (ModuleContext) async throws -> any ModuleLifecycle
  ) {
    source = .values(manifest, contributions: contributions, create: create)
  }

  /// What the module is, needs and offers.
  public var manifest: Manifest {
    switch source {
    case .type(let type): type.manifest
    case .values(let manifest, _, _): manifest
    }
  }

  /// Whether the module is a type.
  var isType: Bool { type != nil }

  /// Whether the module's type is a `NotificationHandler`.
  var handlesNotifications: Bool { type is any NotificationHandler.Type }

  /// Whether the module's type is a `PublishingModule`.
  var storesEvents: Bool { type is any PublishingModule.Type }

  /// Nil for a module that is described by values, which has no type before it is created.
  private var type: (any Module.Type)? {
    switch source {
    case .type(let type): type
    case .values: nil
    }
  }

  /// The module's contributions of one type, such as its commands.
  public func contributions<Value: Contribution>(of type: Value.Type) -> [Value] {
    let all =
      switch source {
      case .type(let module): module.contributions.values
      case .values(_, let contributions, _): contributions(type)
      }
    // A loop, because `compactMap` is not specialized here: its first call would take longer than
    // the rest of a command line.
    var found: [Value] = []
    for case let value as Value in all { found.append(value) }
    return found
  }

  func createModule(_ context: ModuleContext) async throws -> any ModuleLifecycle {
    switch source {
    case .type(let type): try await type.init(context: context)
    case .values(_, _, let create): try await create(context)
    }
  }
}
