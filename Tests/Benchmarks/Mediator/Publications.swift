import Foundation
import Mediator
import Synchronization

/// Events, held against Foundation's notifications.
enum Publications {
  static func figures() async throws -> [Figure] {
    [
      try await toOne(), try await toThousand(), try await toIdleStream(),
      try await toBusyStream(),
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
    let time = try await Stopwatch().time(publications(on: mediator))
    withExtendedLifetime(subscriptions) {}
    return Figure("publish to 1,000 followers, each", time / 1000, "ns", bar: .atMost(15))
  }

  /// The reader waits whenever an event is published; the publications alone are timed, one by one.
  private static func toIdleStream() async throws -> Figure {
    let mediator = Mediator()
    let events = mediator.events(of: Ticked.self)
    let read = Progress()
    let reader = Task.detached {
      for await event in events { read.reach(event.number) }
    }
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 0..<5000 {
      let start = clock.now
      mediator.publish(Ticked(number: number))
      times.append((clock.now - start).nanoseconds)
      while read.reached < number {}
      let rest = clock.now + .microseconds(20)
      while clock.now < rest {}
    }
    reader.cancel()
    let empty = (0..<1000).map { _ in
      let start = clock.now
      return (clock.now - start).nanoseconds
    }
    return Figure(
      "publish to a stream, reader waits", (times.median - empty.median) / 1000, "µs",
      bar: .atMost(1))
  }

  private static func toBusyStream() async throws -> Figure {
    let mediator = Mediator()
    let events = mediator.events(of: Ticked.self)
    let time = try await Stopwatch().time(publications(on: mediator))
    withExtendedLifetime(events) {}
    return Figure(
      "publish to a stream, reader busy, store full", time / 1000, "µs", bar: .atMost(0.3))
  }

  private static func publications(on mediator: Mediator) -> Stopwatch.Work {
    { count in
      for number in 0..<count { mediator.publish(Ticked(number: number)) }
    }
  }
}

private struct Ticked: Event {
  let number: Int
}

extension Notification.Name {
  fileprivate static let ticked = Notification.Name("ticked")
}

extension Duration {
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) * 1e-9
  }
}

private final class Progress: Sendable {
  private let number = Atomic(-1)

  var reached: Int { number.load(ordering: .acquiring) }

  func reach(_ number: Int) { self.number.store(number, ordering: .releasing) }
}
