import Mediator
import ModuleTesting
import Platform
import Testing

private struct Ticked: Event, Equatable {
  let number: Int
}

private struct Rang: Event {
  let object: Object
}

private struct Expired: SharedEvent {}

private final class Object: Sendable {}

@MainActor private final class Display {
  var shown: [Int] = []
}

private actor Ledger {
  var entries: [Int] = []
  func add(_ number: Int) { entries.append(number) }
}

@Suite(.timeLimit(.minutes(15))) struct MediatorEventsTests {
  let mediator = Mediator()
  private let received = Recorder<String>()

  @Test func `in-place followers receive an event in the order of their subscription`() {
    let first = mediator.follow(Ticked.self) { [received] in received.record("first \($0.number)") }
    let second = mediator.follow(Ticked.self) { [received] in received.record("second \($0.number)")
    }
    mediator.publish(Ticked(number: 1))
    #expect(received.values == ["first 1", "second 1"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `followers come and go between publications, and keep their order`() {
    var followers = (0..<20).map { name in
      mediator.follow(Ticked.self) { [received] _ in received.record("\(name)") }
    }
    mediator.publish(Ticked(number: 1))
    followers.removeFirst(18)
    mediator.publish(Ticked(number: 2))
    followers.remove(at: 0)
    followers.append(
      mediator.follow(Ticked.self) { [received] in received.record("new \($0.number)") })
    mediator.publish(Ticked(number: 3))
    followers = []
    mediator.publish(Ticked(number: 4))
    #expect(received.values == (0..<20).map { "\($0)" } + ["18", "19"] + ["19", "new 3"])
  }

  @Test func `an event reaches the followers of its type, and no others`() {
    let ticks = mediator.follow(Ticked.self) { [received] in received.record("\($0)") }
    let bells = mediator.follow(Rang.self) { [received] _ in received.record("rang") }
    mediator.publish(Rang(object: Object()))
    #expect(received.values == ["rang"])
    withExtendedLifetime((ticks, bells)) {}
  }

  @Test func `followers receive an event of another process, and may ask where it comes from`()
    async
  {
    let subscriptions = [
      mediator.follow(withOrigin: Expired.self) { [received] _, origin in
        received.record("\(origin)")
      },
      mediator.follow(Expired.self) { [received] _ in received.record("in place") },
      mediator.follow(queued: Expired.self) { [received] _ in received.record("queued") },
    ]
    mediator.publish(received: Expired())
    await mediator.drain()
    mediator.publish(Expired())
    await mediator.drain()
    #expect(
      received.values == [
        "otherProcess", "in place", "queued", "thisProcess", "in place", "queued",
      ])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `a publication by a follower of a received event is one of this process`() {
    let subscriptions = [
      mediator.follow(Expired.self) { [mediator] _ in mediator.publish(Ticked(number: 1)) },
      mediator.follow(withOrigin: Ticked.self) { [received] _, origin in
        received.record("\(origin)")
      },
    ]
    mediator.publish(received: Expired())
    #expect(received.values == ["thisProcess"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `only a shared event has a shared type`() {
    #expect(Expired.sharedType == Expired.self && Ticked.sharedType == nil)
  }

  @Test func `a queued follower works in the language of the publisher`() async {
    let subscription = mediator.follow(queued: Ticked.self) { [received] _ in
      received.record(Language.current?.description ?? "unknown")
    }
    Language.$current.withValue(Language("pt-BR")) { mediator.publish(Ticked(number: 1)) }
    await mediator.drain()
    #expect(received.values == ["pt-BR"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a follower receives nothing after its subscription is released`() {
    var subscription: Subscription? = mediator.follow(Ticked.self) { [received] in
      received.record("\($0.number)")
    }
    mediator.publish(Ticked(number: 1))
    subscription = nil
    mediator.publish(Ticked(number: 2))
    #expect(received.values == ["1"])
    #expect(subscription == nil)
  }

  @Test func `followers added or removed during a publication do not receive it`() {
    let added = Recorder<Subscription>()
    let second = Lock<Subscription?>(nil)
    let first = mediator.follow(Ticked.self) { [mediator, received] _ in
      second.withLock { $0 = nil }
      added.record(mediator.follow(Ticked.self) { _ in received.record("third") })
      received.record("first")
    }
    let leaving = mediator.follow(Ticked.self) { [received] _ in received.record("second") }
    second.withLock { $0 = leaving }
    withExtendedLifetime(consume leaving) {}
    mediator.publish(Ticked(number: 1))
    #expect(received.values == ["first"])
    withExtendedLifetime(first) {}
  }

  @Test func `what a follower captures is released with its subscription`() async throws {
    weak var inPlace: Object?
    weak var queued: Object?
    weak var unused: Object?
    do {
      let objects = (Object(), Object(), Object())
      (inPlace, queued, unused) = objects
      let first = mediator.follow(Ticked.self) { [object = objects.0] _ in _ = object }
      let second = mediator.follow(queued: Ticked.self) { [object = objects.1] _ in _ = object }
      let third = mediator.follow(queued: Rang.self) { [object = objects.2] _ in _ = object }
      await mediator.publishAndWait(Ticked(number: 1))
      withExtendedLifetime((first, second, third)) {}
    }
    try await wait { queued == nil }
    #expect(inPlace == nil && unused == nil)
  }

  @Test func `what a follower captures is released with the mediator`() async throws {
    weak var held: Object?
    var mediator: Mediator? = Mediator()
    let subscription = {
      let object = Object()
      held = object
      return mediator?.follow(queued: Ticked.self) { _ in _ = object }
    }()
    mediator = nil
    try await wait { held == nil }
    withExtendedLifetime(subscription) {}
  }

  @Test func `a queued follower that waits receives each event in order`() async {
    let subscription = mediator.follow(queued: Ticked.self) { [received] event in
      received.record("\(event.number)")
    }
    for number in 1...100 {
      await mediator.publishAndWait(Ticked(number: number))
      for _ in 0..<number % 3 { await Task.yield() }
    }
    #expect(received.values == (1...100).map { "\($0)" })
    withExtendedLifetime(subscription) {}
  }

  @Test func `a queued follower receives events in order, and draining waits for it`() async {
    let subscription = mediator.follow(queued: Ticked.self) { [received] event in
      await Task.yield()
      received.record("\(event.number)")
    }
    for number in 1...100 { mediator.publish(Ticked(number: number)) }
    await mediator.drain()
    #expect(received.values == (1...100).map { "\($0)" })
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [(TaskPriority.high, TaskPriority.high), (.low, .medium)])
  func `a queued follower has the priority of its first publisher, and at least a medium one`(
    publisher: TaskPriority, follower: TaskPriority
  ) async throws {
    let subscription = mediator.follow(queued: Ticked.self) { [received] _ in
      received.record("\(Task.currentPriority.rawValue)")
    }
    // Waiting for the task itself would raise its priority.
    Task.detached(priority: publisher) { [mediator] in mediator.publish(Ticked(number: 1)) }
    try await wait { !received.values.isEmpty }
    #expect(received.values == ["\(follower.rawValue)"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `draining waits for events that followers publish`() async {
    let chain = mediator.follow(queued: Ticked.self) { [mediator, received] event in
      received.record("\(event.number)")
      if event.number < 3 { mediator.publish(Ticked(number: event.number + 1)) }
    }
    mediator.publish(Ticked(number: 1))
    await mediator.drain()
    #expect(received.values == ["1", "2", "3"])
    withExtendedLifetime(chain) {}
  }

  @Test func `publishing and waiting returns when all followers have finished`() async {
    let inPlace = mediator.follow(Ticked.self) { [received] _ in received.record("in place") }
    let queued = (1...3).map { number in
      mediator.follow(queued: Ticked.self) { [received] _ in
        for _ in 0..<number * 10 { await Task.yield() }
        received.record("queued")
      }
    }
    await mediator.publishAndWait(Ticked(number: 1))
    #expect(received.values == ["in place", "queued", "queued", "queued"])
    withExtendedLifetime((inPlace, queued)) {}
  }

  @Test func `a busy follower does not delay the others`() async {
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    let busy = mediator.follow(queued: Ticked.self) { _ in for await _ in release { break } }
    let free = mediator.follow(queued: Rang.self) { [received] _ in received.record("free") }
    mediator.publish(Ticked(number: 1))
    await mediator.publishAndWait(Rang(object: Object()))
    #expect(received.values == ["free"])
    open.yield()
    await mediator.drain()
    withExtendedLifetime((busy, free)) {}
  }

  @Test func `events that wait when the subscription is released are discarded`() async throws {
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    var subscription: Subscription? = mediator.follow(queued: Ticked.self) { [received] event in
      received.record("started \(event.number)")
      for await _ in release { break }
      received.record("finished \(event.number)")
    }
    for number in 1...3 { mediator.publish(Ticked(number: number)) }
    try await wait { !received.values.isEmpty }
    withExtendedLifetime(subscription) {}
    subscription = nil
    open.yield()
    await mediator.drain()
    #expect(received.values == ["started 1", "finished 1"])
  }

  @Test func `an event that waits is released with the subscription`() async throws {
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    weak var waiting: Object?
    do {
      let subscription = mediator.follow(queued: Rang.self) { [received] _ in
        received.record("started")
        for await _ in release { break }
      }
      mediator.publish(Rang(object: Object()))
      try await wait { !received.values.isEmpty }
      let object = Object()
      waiting = object
      mediator.publish(Rang(object: object))
      withExtendedLifetime(subscription) {}
    }
    #expect(waiting == nil)
    open.yield()
    await mediator.drain()
    #expect(received.values == ["started"])
  }

  @Test func `events that wait when the mediator is released are handled`() async throws {
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    var mediator: Mediator? = Mediator()
    let subscription = mediator?.follow(queued: Ticked.self) { [received] event in
      for await _ in release { break }
      received.record("\(event.number)")
    }
    for number in 1...3 { mediator?.publish(Ticked(number: number)) }
    mediator = nil
    for _ in 1...3 { open.yield() }
    try await wait { received.values.count == 3 }
    #expect(received.values == ["1", "2", "3"])
    withExtendedLifetime(subscription) {}
  }

  @MainActor
  @Test func `a follower can run on the main actor`() async {
    let display = Display()
    let subscription = mediator.follow(queued: Ticked.self) { @MainActor event in
      display.shown.append(event.number)
    }
    for number in 1...3 { mediator.publish(Ticked(number: number)) }
    await mediator.drain()
    #expect(display.shown == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a follower can run on an actor`() async {
    let ledger = Ledger()
    let subscription = mediator.follow(queued: Ticked.self) { await ledger.add($0.number) }
    for number in 1...3 { mediator.publish(Ticked(number: number)) }
    await mediator.drain()
    #expect(await ledger.entries == [1, 2, 3])
    withExtendedLifetime(subscription) {}
  }
}
