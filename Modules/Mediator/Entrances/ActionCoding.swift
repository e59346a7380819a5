public import Foundation

/// How callers who do not speak Swift reach an action. Lives as long as the declaration: for ever.
@usableFromInline
class ActionCoding: @unchecked Sendable {
  // Safe to share: immutable.
  let input: any Decodable.Type
  let output: any (Decodable & Sendable).Type
  /// Calls the action and answers in JSON.
  let performJSON: @Sendable (Request) async throws -> Data

  init(
    input: any Decodable.Type, output: any (Decodable & Sendable).Type,
    performJSON: @escaping @Sendable (Request) async throws -> Data
  ) {
    self.input = input
    self.output = output
    self.performJSON = performJSON
  }
}

/// The same, with the type that the action answers.
@usableFromInline
final class TypedCoding<Output: Decodable & Sendable>: ActionCoding, @unchecked Sendable {
  /// Calls the action.
  let perform: @Sendable (Request) async throws -> Output

  @usableFromInline
  init(
    input: any Decodable.Type, perform: @escaping @Sendable (Request) async throws -> Output,
    performJSON: @escaping @Sendable (Request) async throws -> Data
  ) {
    self.perform = perform
    super.init(input: input, output: Output.self, performJSON: performJSON)
  }
}
