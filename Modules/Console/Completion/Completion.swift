public import Mediator

/// What a shell offers while an argument is being typed.
public enum Completion: Sendable {
  /// The files and folders that are there.
  case files
  /// Names, found through the mediator by the values given so far.
  case names(@Sendable (Parameters, Mediator) async throws -> [String])

  /// The names in what an action answers.
  ///
  /// The action's input is read from the values given so far, by field, and from what is typed of
  /// the argument itself, as its field `text`; it takes of them what it has fields for.
  public static func by<Input: Decodable & Sendable, Output: Sendable>(
    _ action: @autoclosure @escaping @Sendable () -> Action<Input, Output>,
    names: @escaping @Sendable (Output) -> [String]
  ) -> Completion {
    .names { given, mediator in
      names(try await mediator.perform(action(), given.decode(Input.self)))
    }
  }
}
