import Mediator

/// The costs of an interceptor, and of a removed one.
enum Interceptions {
  static func figures() async throws -> [Figure] {
    let intercepted = try Mediator.calculator()
    let subscription = intercepted.intercept(with: Passing())
    let one = try await Stopwatch().compare(TypedCalls.calls(intercepted))
    withExtendedLifetime(subscription) {}
    let once = try Mediator.calculator()
    _ = once.intercept(with: Passing())
    let none = try await Stopwatch().compare(
      TypedCalls.calls(once), with: TypedCalls.calls(try Mediator.calculator()))
    return [
      // At most 0.4 µs.
      Figure("typed call through 1 interceptor", one, "ns", ratio: .atMost(0.0004)),
      Figure("typed call after the last interceptor", none, "ns", ratio: .atMost(1.1)),
    ]
  }
}

/// Changes nothing.
private struct Passing: Interceptor {}
