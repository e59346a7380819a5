import Foundation
import Mediator
import Synchronization

/// Events, compared with Foundation's notifications.
enum Publications {
  static func figures() async throws -> [Figure] {
    [try await toOne(), try await toThousand(), toSleepingFollower(), try await subscription()]
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

  /// Scenes come and go with dozens of followers, beside those of many other scenes.
  private static func subscription() async throws -> Figure {
    let (empty, crowded) = (Mediator(), Mediator())
    let others = (0..<1000).map { _ in crowded.follow(Ticked.self) { keep($0.number) } }
    func subscriptions(to mediator: Mediator) -> Stopwatch.Work {
      { count in
        for _ in 0..<count { keep(mediator.follow(Ticked.self) { keep($0.number) }) }
      }
    }
    let pair = try await Stopwatch().compare(
      subscriptions(to: crowded), with: subscriptions(to: empty))
    withExtendedLifetime(others) {}
    return Figure(
      "follow and leave beside 1,000 followers, against none", pair, "ns", ratio: .atMost(2))
  }

  /// The follower sleeps whenever an event is published, and another thread has to be woken for it.
  /// Only the publications are timed, one by one; compared with `AsyncStream`.
  private static func toSleepingFollower() -> Figure {
    let mediator = Mediator()
    let progress = Progress()
    let subscription = mediator.follow(queued: Ticked.self) { progress.advance(to: $0.number) }
    let own = wakingTime(progress) { mediator.publish($0) }
    withExtendedLifetime(subscription) {}
    let (events, continuation) = AsyncStream.makeStream(of: Ticked.self)
    let otherProgress = Progress()
    let reader = Task.detached {
      for await event in events { otherProgress.advance(to: event.number) }
    }
    let other = wakingTime(otherProgress) { continuation.yield($0) }
    reader.cancel()
    return Figure(
      "publish to a queued follower, which sleeps on another thread",
      Comparison(value: own / 1000, baseline: other / 1000), "µs", ratio: .atMost(1.6))
  }

  private static func wakingTime(_ progress: Progress, _ publish: (Ticked) -> Void) -> Double {
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 0..<3000 {
      times.append(nanoseconds { publish(Ticked(number: number)) })
      while progress.reached < number {}
      let rest = clock.now + .microseconds(20)
      while clock.now < rest {}
    }
    return times.median - emptyTime
  }

  private static func nanoseconds(_ work: () -> Void) -> Double {
    let start = ContinuousClock.now
    work()
    return start.duration(to: .now) / .nanoseconds(1)
  }

  /// The measured time of an empty closure.
  private static var emptyTime: Double { (0..<1000).map { _ in nanoseconds {} }.median }

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

private final class Progress: Sendable {
  private let number = Atomic(-1)

  var reached: Int { number.load(ordering: .acquiring) }

  func advance(to number: Int) { self.number.store(number, ordering: .releasing) }
}
