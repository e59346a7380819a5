import Foundation
import Mediator
import Synchronization

/// Events, compared with Foundation's notifications.
enum Publications {
  static func figures() async throws -> [Figure] {
    [
      try await toOne(), try await toThousand(), try await toWaitingStream(),
      try await toSleepingStream(), try await toBusyStream(),
    ]
  }

  private static func toOne() async throws -> Figure {
    let mediator = Mediator()
    let subscription = mediator.follow(Ticked.self) { keep($0.number) }
    let center = NotificationCenter()
    let observer = center.addObserver(forName: .ticked, object: nil, queue: nil) { keep($0) }
    let pair = try await Stopwatch().compare(publications(on: mediator)) { count in
      for number in 0..<count { center.post(name: .ticked, object: nil, userInfo: [0: number]) }
    }
    center.removeObserver(observer)
    withExtendedLifetime(subscription) {}
    return Figure("publish to 1 follower in place", pair, "ns", ratio: .atMost(0.125))
  }

  private static func toThousand() async throws -> Figure {
    let mediator = Mediator()
    let subscriptions = (0..<1000).map { _ in mediator.follow(Ticked.self) { keep($0.number) } }
    let handlers = (0..<1000).map { _ -> @Sendable (Ticked) -> Void in { keep($0.number) } }
    let pair = try await Stopwatch().compare(publications(on: mediator)) { count in
      for number in 0..<count {
        let event = Ticked(number: number)
        for handler in handlers { handler(event) }
      }
    }
    withExtendedLifetime(subscriptions) {}
    return Figure(
      "publish to 1,000 followers, each, against closures", pair.divided(by: 1000), "ns",
      ratio: .atMost(2))
  }

  /// The reader is waiting whenever an event is published. Only the publications are timed, one by
  /// one, in turns with those of `AsyncStream`. The publisher runs the readers, so that no thread
  /// has to be woken.
  private static func toWaitingStream() async throws -> Figure {
    let mediator = Mediator()
    let events = mediator.events(of: Ticked.self)
    let (stream, continuation) = AsyncStream.makeStream(of: Ticked.self)
    let executor = ManualExecutor()
    let readers = [
      Task(executorPreference: executor) { for await event in events { keep(event) } },
      Task(executorPreference: executor) { for await event in stream { keep(event) } },
    ]
    let empty = emptyTime
    var pairs: [(value: Double, baseline: Double)] = []
    for number in 0..<5000 {
      executor.run()
      let own = nanoseconds { mediator.publish(Ticked(number: number)) }
      let other = nanoseconds { continuation.yield(Ticked(number: number)) }
      pairs.append((own - empty, other - empty))
    }
    for reader in readers { reader.cancel() }
    executor.run()
    return Figure(
      "publish to a stream, reader waits", Comparison(pairs).divided(by: 1000), "µs",
      ratio: .atMost(1))
  }

  /// The same with a reader on another thread, which has to be woken; compared with `AsyncStream`.
  private static func toSleepingStream() async throws -> Figure {
    let mediator = Mediator()
    let own = try await wakingTime(mediator.events(of: Ticked.self)) { mediator.publish($0) }
    let (events, continuation) = AsyncStream.makeStream(of: Ticked.self)
    let other = try await wakingTime(events) { continuation.yield($0) }
    return Figure(
      "publish to a stream, reader sleeps on another thread",
      Comparison(value: own / 1000, baseline: other / 1000), "µs", ratio: nil)
  }

  private static func wakingTime<Events: AsyncSequence<Ticked, Never> & Sendable>(
    _ events: Events, _ publish: (Ticked) -> Void
  ) async throws -> Double {
    let progress = Progress()
    let reader = Task.detached {
      for await event in events { progress.advance(to: event.number) }
    }
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 0..<3000 {
      times.append(nanoseconds { publish(Ticked(number: number)) })
      while progress.reached < number {}
      let rest = clock.now + .microseconds(20)
      while clock.now < rest {}
    }
    reader.cancel()
    return times.median - emptyTime
  }

  private static func nanoseconds(_ work: () -> Void) -> Double {
    let start = ContinuousClock.now
    work()
    return start.duration(to: .now) / .nanoseconds(1)
  }

  /// The measured time of an empty closure.
  private static var emptyTime: Double { (0..<1000).map { _ in nanoseconds {} }.median }

  private static func toBusyStream() async throws -> Figure {
    let mediator = Mediator()
    let events = mediator.events(of: Ticked.self)
    let (stream, continuation) = AsyncStream.makeStream(
      of: Ticked.self, bufferingPolicy: .bufferingNewest(256))
    let pair = try await Stopwatch().compare(publications(on: mediator)) { count in
      for number in 0..<count { continuation.yield(Ticked(number: number)) }
    }
    withExtendedLifetime((events, stream)) {}
    return Figure(
      "publish to a stream, reader busy, store full", pair, "ns", ratio: .atMost(0.6))
  }

  private static func publications(on mediator: Mediator) -> Stopwatch.Work {
    { count in
      for number in 0..<count { mediator.publish(Ticked(number: number)) }
    }
  }
}

struct Ticked: Event {
  let number: Int
}

extension Notification.Name {
  fileprivate static let ticked = Notification.Name("ticked")
}

/// Runs jobs only when `run` is called.
private final class ManualExecutor: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func run() {
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

private final class Progress: Sendable {
  private let number = Atomic(-1)

  var reached: Int { number.load(ordering: .acquiring) }

  func advance(to number: Int) { self.number.store(number, ordering: .releasing) }
}
