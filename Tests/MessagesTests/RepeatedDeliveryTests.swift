import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(15))) struct RepeatedDeliveryTests {
  private let clock = ManualClock()
  private let isOnline = Lock(false)
  private let times = Recorder<ManualClock.Instant>()

  @Test func `while the notifications are read, what waits is sent after longer and longer pauses`()
    async throws
  {
    let fixture = try await fixture()
    _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    let notifications = try await MessagesModule.notifications[0].notifications(fixture.mediator)
    let reader = Task { for await _ in notifications {} }
    try await advance { times.values.count == 5 }
    let pauses = zip(times.values, times.values.dropFirst()).map { $0.duration(to: $1) }
    for (pause, shortest) in zip(pauses, [5, 10, 20, 40]) { #expect(pause >= .seconds(shortest)) }
    isOnline.withLock { $0 = true }
    try await advance { try await fixture.states == [.sent] }
    reader.cancel()
    await fixture.harness.stop()
  }

  @Test func `when the host returns to the foreground, it does not wait for the end of the pause`()
    async throws
  {
    let fixture = try await fixture()
    _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    isOnline.withLock { $0 = true }
    let notifications = try await MessagesModule.notifications[0].notifications(fixture.mediator)
    let reader = Task { for await _ in notifications {} }
    while try await fixture.states != [.sent] {
      try Task.checkCancellation()
      _ = await fixture.harness.manager.willEnterForeground()
      await Task.yield()
    }
    reader.cancel()
    await fixture.harness.stop()
  }

  @Test func `what is being sent when the reading ends has a result`() async throws {
    let (began, end) = (Lock(false), Promise<Void>())
    let isOnline = isOnline
    let fixture = try await MessagesFixture(clock: clock) { _ in
      guard isOnline.withLock({ $0 }) else { throw NetworkError.offline(host: "a") }
      began.withLock { $0 = true }
      try await end.value
      return .order(1)
    }
    _ = try await fixture.mediator.send(Pay())
    isOnline.withLock { $0 = true }
    let notifications = try await MessagesModule.notifications[0].notifications(fixture.mediator)
    let reader = Task { for await _ in notifications {} }
    try await advance { began.withLock { $0 } }
    reader.cancel()
    await reader.value
    end.fulfil(.success(()))
    try await advance { try await fixture.states != [.sending] }
    #expect(try await fixture.states == [.sent])
    await fixture.harness.stop()
  }

  private func fixture() async throws -> MessagesFixture {
    try await MessagesFixture(clock: clock) { [clock, isOnline, times] _ in
      times.record(clock.now)
      guard isOnline.withLock({ $0 }) else { throw NetworkError.offline(host: "a") }
      return .order(1)
    }
  }

  private func advance(until condition: () async throws -> Bool) async throws {
    while try await !condition() {
      try Task.checkCancellation()
      clock.advance(by: .seconds(1))
      await Task.yield()
    }
  }
}
