import Mediator
import ModuleTesting
import Testing

private struct Closed: Event {}
private struct Emptied: Event {}
private struct Asked: Event { static let mustBeHandled = false }

/// What followers report to the work that has published an event.
@Suite(.timeLimit(.minutes(15))) struct EventReportsTests {
  private let mediator = Mediator()
  private let reports = EventReports()
  private let refused = Recorder<String>()

  private func report(_ text: String) {
    if !EventReports.report(.notice(text)) { refused.record(text) }
  }

  @Test func `reports are collected, also about the events of followers`() async {
    let subscriptions = [
      mediator.follow(reporting: Closed.self) { [mediator] _, _ in
        mediator.publish(Emptied())
        report("closed")
      },
      mediator.follow(reporting: Emptied.self) { _, _ in report("emptied") },
    ]
    let result = await reports.collect {
      mediator.publish(Closed())
      return 1
    }
    await reports.wait()
    #expect(result == 1 && !reports.isWaiting)
    #expect(Set(reports.end()) == [.notice("closed"), .notice("emptied")])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `nobody collects reports about events of others, or that need no follower`() async {
    let subscriptions = [
      mediator.follow(reporting: Closed.self) { _, _ in report("closed") },
      mediator.follow(reporting: Asked.self) { _, _ in report("asked") },
      mediator.follow(queued: Emptied.self) { _ in report("emptied") },
    ]
    mediator.publish(Closed())
    await reports.collect {
      mediator.publish(Asked())
      mediator.publish(Emptied())
    }
    await mediator.drain()
    #expect(reports.end() == [] && Set(refused.values) == ["closed", "asked", "emptied"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a report after the end is not accepted`() async {
    let subscription = mediator.follow(reporting: Closed.self) { [reports] _, _ in
      #expect(reports.isWaiting)
      #expect(reports.end() == [])
      report("late")
    }
    await reports.collect { await mediator.publishAndWait(Closed()) }
    #expect(reports.end() == [] && refused.values == ["late"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the end names the modules that have not handled an event yet`() async {
    let late = EventReports.Report.failure("'Stock' has not done its part in time; run 'doctor'")
    let subscription = mediator.follow(reporting: Closed.self, by: "Stock") { [reports] _, _ in
      #expect(reports.end() == [late])
    }
    await reports.collect { await mediator.publishAndWait(Closed()) }
    #expect(reports.end() == [])
    withExtendedLifetime(subscription) {}
  }

  @Test @MainActor func `the work runs on the executor of its caller`() async {
    await reports.collect { MainActor.assertIsolated() }
  }
}
