public import Mediator
public import ModuleManager

/// A module that can find problems in its data, which the command `doctor` reports.
public protocol DiagnosedModule: Module {
  /// Returns the problems, one sentence each with its remedy; empty when there is none. It may call
  /// the module's own actions.
  static func warnings(through mediator: Mediator) async throws -> [String]
}

/// Finds the problems in the data of a module.
public struct WarningSource: Contribution {
  /// The name of the module.
  public let module: String
  /// Returns the problems, one sentence each with its remedy.
  public let warnings: @Sendable (Mediator) async throws -> [String]

  /// Creates a source.
  public init(
    module: String, warnings: @escaping @Sendable (Mediator) async throws -> [String]
  ) {
    self.module = module
    self.warnings = warnings
  }

  /// Returns the source that a module type declares.
  public static func contributions(of module: any Module.Type) -> [WarningSource] {
    guard let diagnosed = module as? any DiagnosedModule.Type else { return [] }
    return [
      WarningSource(module: module.manifest.name) { try await diagnosed.warnings(through: $0) }
    ]
  }
}
