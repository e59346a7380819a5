import ModuleTesting
import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct TimeoutTests {
  @Test func `work that takes longer than its limit is cancelled, without a result`() async throws {
    let clock = ManualClock()
    let cancelled = Promise<Void>()
    async let result = withTimeout(.seconds(2), clock: clock) {
      do { try await Promise<Void>().value } catch { cancelled.fulfil(.success(())) }
    }
    try await wait { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(2))
    #expect(await result == nil)
    try await cancelled.value
  }
}
