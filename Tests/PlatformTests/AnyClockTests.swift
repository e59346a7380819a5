import Testing

@testable import Platform

@Suite struct AnyClockTests {
  @Test func `the time of the last tick is at most 10 ms behind the clock of the system`() {
    let clock = AnyClock(ContinuousClock())
    let tick = clock.coarseNow()
    let began = clock.now()
    while clock.now() < began + .milliseconds(50) {}
    #expect(clock.coarseNow() >= tick + .milliseconds(40))
  }
}
