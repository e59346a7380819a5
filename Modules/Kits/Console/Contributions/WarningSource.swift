public import Mediator
public import ModuleManager

/// Finds problems in the data of a module, which the command `doctor` reports.
public struct WarningSource: Contribution {
  /// Returns the problems, one sentence each with its remedy; empty when there is none.
  public let warnings: @Sendable (Mediator) async throws -> [String]
  /// Whether it is asked only if the module has stored something.
  package let needsData: Bool

  /// Creates a source.
  /// - Parameters:
  ///   - needsData: Whether it is asked only if the module has stored something, because it opens
  ///     the module's files.
  ///   - warnings: Returns the problems, one sentence each with its remedy; empty when there is
  ///     none. It may call the module's own actions.
  public init(
    needsData: Bool = false, _ warnings: @escaping @Sendable (Mediator) async throws -> [String]
  ) {
    self.needsData = needsData
    self.warnings = warnings
  }
}
