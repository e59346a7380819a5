public import Mediator
public import ModuleManager

/// Finds problems in the data of a module, which the command `doctor` reports.
public struct WarningSource: Contribution {
  /// Returns the problems, one sentence each with its remedy; empty when there is none.
  public let warnings: @Sendable (Mediator) async throws -> [String]

  /// Creates a source.
  /// - Parameter warnings: Returns the problems, one sentence each with its remedy; empty when
  ///   there is none. It may call the module's own actions.
  public init(_ warnings: @escaping @Sendable (Mediator) async throws -> [String]) {
    self.warnings = warnings
  }
}
