public import ModuleManager

/// The command that is meant by a line that begins with no command, if its arguments fit.
///
/// With this one, `shop lamp 2` is short for `shop order lamp 2`:
///
/// ```swift
/// DefaultCommand(.order) { invocation in
///   try await invocation.mediator.perform(Products.find, invocation.value("product")) != nil
/// }
/// ```
public struct DefaultCommand: Contribution {
  /// The command.
  public let command: Command
  /// Returns whether the arguments mean the command, so that the first of them is no misspelt
  /// command. An error is shown in place of the one that there is no such command.
  public let accepts: @Sendable (Invocation) async throws -> Bool

  /// Creates a default command.
  /// - Parameter accepts: Returns whether the arguments mean the command. It may call actions.
  public init(
    _ command: Command, accepts: @escaping @Sendable (Invocation) async throws -> Bool
  ) {
    self.command = command
    self.accepts = accepts
  }

  /// The command, which throws an error for arguments that are not accepted.
  package func command(otherwise error: any Error) -> Command {
    command.running { invocation in
      guard try await accepts(invocation) else { throw error }
      return try await command.run(invocation)
    }
  }
}
