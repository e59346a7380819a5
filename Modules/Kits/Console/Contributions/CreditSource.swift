public import Documents
public import Mediator
public import ModuleManager

/// Finds the credits of a module that uses the work of others, such as open data.
public struct CreditSource: Contribution {
  /// Returns the credits for the work that is in use now.
  public let credits: @Sendable (Mediator) async throws -> [Credit]

  /// Creates a source.
  /// - Parameter credits: Returns the credits for the work that is in use now. It may call the
  ///   module's own actions.
  public init(_ credits: @escaping @Sendable (Mediator) async throws -> [Credit]) {
    self.credits = credits
  }
}
