import Mediator
import Testing

@testable import ModuleTesting

private enum Siren: Interface {
  static let sound = Action<Empty, [String]>(Siren.self, "sound")
}

/// Watches each call.
private struct WatchingInterceptor: Interceptor {
  let watchdog: CallWatchdog

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    watchdog.begin(call)
    defer { watchdog.end(call) }
    return try await next(input)
  }
}

@Suite struct CallWatchdogTests {
  @Test(arguments: [(after: 19, isOverdue: false), (after: 21, isOverdue: true)])
  func `a call without an answer for 20 s is named once`(after seconds: Int, isOverdue: Bool)
    async throws
  {
    let (mediator, watchdog) = (Mediator(), CallWatchdog())
    let subscription = mediator.intercept(with: WatchingInterceptor(watchdog: watchdog))
    try mediator.answer(Siren.sound) { _ in
      let later = ContinuousClock.now + .seconds(seconds)
      return watchdog.overdueCalls(at: later) + watchdog.overdueCalls(at: later)
    }
    let sentence = "'siren/sound' has not answered for 20 s; does a handler block a thread?"
    #expect(try await mediator.perform(Siren.sound) == (isOverdue ? [sentence] : []))
    #expect(watchdog.overdueCalls(at: .now + .seconds(60)) == [])
    withExtendedLifetime(subscription) {}
  }
}
