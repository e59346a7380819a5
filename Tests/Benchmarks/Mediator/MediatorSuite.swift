import Mediator

/// The costs of calls and events.
enum MediatorSuite: Suite {
  static let name = "mediator"

  static func figures(_ options: Options) async throws -> [Figure] {
    try await TypedCalls.figures() + NamedCalls.figures() + Publications.figures()
      + Interceptions.figures()
  }
}
