import Mediator
import TestSupport
import Testing

private struct Ticked: Event, Equatable {
  let number: Int
}

@Suite struct MediatorEventsTests {
  let mediator = Mediator()

  @Test func `followers in place hear an event in the order of their subscription`() {
    let heard = Recorder<String>()
    let first = mediator.follow(Ticked.self) { heard.record("first \($0.number)") }
    let second = mediator.follow(Ticked.self) { heard.record("second \($0.number)") }
    mediator.publish(Ticked(number: 1))
    #expect(heard.values == ["first 1", "second 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a follower hears nothing once its token is gone`() {
    let heard = Recorder<Int>()
    var subscription: Subscription? = mediator.follow(Ticked.self) { heard.record($0.number) }
    mediator.publish(Ticked(number: 1))
    subscription = nil
    mediator.publish(Ticked(number: 2))
    #expect(heard.values == [1])
    #expect(subscription == nil)
  }

  @Test func `a queued follower hears events in order, and settling waits for it`() async {
    let heard = Recorder<Int>()
    let subscription = mediator.follow(queued: Ticked.self) { event in
      await Task.yield()
      heard.record(event.number)
    }
    for number in 1...100 { mediator.publish(Ticked(number: number)) }
    await mediator.settle()
    #expect(heard.values == Array(1...100))
    withExtendedLifetime(subscription) {}
  }

  @Test func `settling waits for what followers publish in their turn`() async {
    let heard = Recorder<Int>()
    let chain = mediator.follow(queued: Ticked.self) { [mediator] event in
      heard.record(event.number)
      if event.number < 3 { mediator.publish(Ticked(number: event.number + 1)) }
    }
    mediator.publish(Ticked(number: 1))
    await mediator.settle()
    #expect(heard.values == [1, 2, 3])
    withExtendedLifetime(chain) {}
  }
}
