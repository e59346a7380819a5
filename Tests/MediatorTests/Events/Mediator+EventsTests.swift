import Mediator
import TestSupport
import Testing

private struct Ticked: Event, Equatable {
  let number: Int
}

private struct Rang: Event {
  let bell: Object
}

private final class Object: Sendable {}

@MainActor private final class Display {
  var shown: [Int] = []
}

private actor Ledger {
  var entries: [Int] = []
  func enter(_ number: Int) { entries.append(number) }
}

@Suite struct MediatorEventsTests {
  let mediator = Mediator()
  private let heard = Recorder<String>()

  @Test func `followers in place hear an event in the order of their subscription`() {
    let first = mediator.follow(Ticked.self) { [heard] in heard.record("first \($0.number)") }
    let second = mediator.follow(Ticked.self) { [heard] in heard.record("second \($0.number)") }
    mediator.publish(Ticked(number: 1))
    #expect(heard.values == ["first 1", "second 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an event reaches those who follow its type, and no others`() {
    let ticks = mediator.follow(Ticked.self) { [heard] in heard.record("\($0)") }
    let bells = mediator.follow(Rang.self) { [heard] _ in heard.record("bell") }
    mediator.publish(Rang(bell: Object()))
    #expect(heard.values == ["bell"])
    withExtendedLifetime((ticks, bells)) {}
  }

  @Test func `a follower hears nothing once its token is gone`() {
    var subscription: Subscription? = mediator.follow(Ticked.self) { [heard] in
      heard.record("\($0.number)")
    }
    mediator.publish(Ticked(number: 1))
    subscription = nil
    mediator.publish(Ticked(number: 2))
    #expect(heard.values == ["1"])
    #expect(subscription == nil)
  }

  @Test func `who leaves during a publication does not hear it any more, who comes not yet`() {
    let tokens = Recorder<Subscription>()
    let second = Lock<Subscription?>(nil)
    let first = mediator.follow(Ticked.self) { [mediator, heard] _ in
      second.withLock { $0 = nil }
      tokens.record(mediator.follow(Ticked.self) { _ in heard.record("third") })
      heard.record("first")
    }
    let leaving = mediator.follow(Ticked.self) { [heard] _ in heard.record("second") }
    second.withLock { $0 = leaving }
    withExtendedLifetime(consume leaving) {}
    mediator.publish(Ticked(number: 1))
    #expect(heard.values == ["first"])
    withExtendedLifetime(first) {}
  }

  @Test func `nothing that a follower holds outlives its token`() async {
    weak var inPlace: Object?
    weak var queued: Object?
    weak var streamed: Object?
    do {
      let objects = (Object(), Object(), Object())
      (inPlace, queued) = (objects.0, objects.1)
      let first = mediator.follow(Ticked.self) { [object = objects.0] _ in _ = object }
      let second = mediator.follow(queued: Ticked.self) { [object = objects.1] _ in _ = object }
      let stream = mediator.events(of: Rang.self)
      streamed = objects.2
      mediator.publish(Rang(bell: objects.2))
      await mediator.deliver(Ticked(number: 1))
      withExtendedLifetime((first, second, stream)) {}
    }
    while queued != nil { await Task.yield() }
    #expect(inPlace == nil && streamed == nil)
  }

  @Test func `nothing that a follower holds outlives the mediator`() async {
    weak var held: Object?
    var mediator: Mediator? = Mediator()
    let token = {
      let object = Object()
      held = object
      return mediator?.follow(queued: Ticked.self) { _ in _ = object }
    }()
    mediator = nil
    while held != nil { await Task.yield() }
    withExtendedLifetime(token) {}
  }

  @Test func `a queued follower hears events in order, and settling waits for it`() async {
    let subscription = mediator.follow(queued: Ticked.self) { [heard] event in
      await Task.yield()
      heard.record("\(event.number)")
    }
    for number in 1...100 { mediator.publish(Ticked(number: number)) }
    await mediator.settle()
    #expect(heard.values == (1...100).map { "\($0)" })
    withExtendedLifetime(subscription) {}
  }

  @Test func `settling waits for what followers publish in their turn`() async {
    let chain = mediator.follow(queued: Ticked.self) { [mediator, heard] event in
      heard.record("\(event.number)")
      if event.number < 3 { mediator.publish(Ticked(number: event.number + 1)) }
    }
    mediator.publish(Ticked(number: 1))
    await mediator.settle()
    #expect(heard.values == ["1", "2", "3"])
    withExtendedLifetime(chain) {}
  }

  @Test func `a delivery returns when all followers have finished`() async {
    let inPlace = mediator.follow(Ticked.self) { [heard] _ in heard.record("in place") }
    let queued = (1...3).map { number in
      mediator.follow(queued: Ticked.self) { [heard] _ in
        for _ in 0..<number * 10 { await Task.yield() }
        heard.record("queued")
      }
    }
    await mediator.deliver(Ticked(number: 1))
    #expect(heard.values == ["in place", "queued", "queued", "queued"])
    withExtendedLifetime((inPlace, queued)) {}
  }

  @Test func `a follower that is busy keeps no other waiting`() async {
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    let busy = mediator.follow(queued: Ticked.self) { _ in for await _ in release { break } }
    let free = mediator.follow(queued: Rang.self) { [heard] _ in heard.record("free") }
    mediator.publish(Ticked(number: 1))
    await mediator.deliver(Rang(bell: Object()))
    #expect(heard.values == ["free"])
    open.yield()
    await mediator.settle()
    withExtendedLifetime((busy, free)) {}
  }

  @Test func `what waits when the token goes is not told any more`() async {
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    var token: Subscription? = mediator.follow(queued: Ticked.self) { [heard] event in
      heard.record("began \(event.number)")
      for await _ in release { break }
      heard.record("ended \(event.number)")
    }
    for number in 1...3 { mediator.publish(Ticked(number: number)) }
    while heard.values.isEmpty { await Task.yield() }
    withExtendedLifetime(token) {}
    token = nil
    open.yield()
    await mediator.settle()
    #expect(heard.values == ["began 1", "ended 1"])
  }

  @MainActor
  @Test func `a follower can live on the main actor`() async {
    let display = Display()
    let token = mediator.follow(queued: Ticked.self) { @MainActor event in
      display.shown.append(event.number)
    }
    for number in 1...3 { mediator.publish(Ticked(number: number)) }
    await mediator.settle()
    #expect(display.shown == [1, 2, 3])
    withExtendedLifetime(token) {}
  }

  @Test func `a follower can live on an actor`() async {
    let ledger = Ledger()
    let token = mediator.follow(queued: Ticked.self) { await ledger.enter($0.number) }
    for number in 1...3 { mediator.publish(Ticked(number: number)) }
    await mediator.settle()
    #expect(await ledger.entries == [1, 2, 3])
    withExtendedLifetime(token) {}
  }
}
