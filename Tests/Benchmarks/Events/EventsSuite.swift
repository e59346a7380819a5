import Foundation
import HostKit
import Mediator
import ModuleManager

/// The time from the publication of a shared event to a follower in another session, and that of a
/// durable publication.
enum EventsSuite: Suite {
  static let name = "events"
  private static let maximum = 20_000.0

  /// Publishes events, alternating with writing a byte to a pipe that a thread waits for.
  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "events-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (sender, receiver) = (Mediator(), Mediator())
    let bridges = [sender, receiver].map { mediator in
      EventBridge(of: [PriceChanged.self], on: mediator, in: folder, log: .silent)
    }
    for bridge in bridges { bridge.receive() }
    let (numbers, received) = AsyncStream.makeStream(of: Int.self)
    let subscription = receiver.follow(PriceChanged.self) { received.yield($0.number) }
    let pipe = try WaitingThread()
    var events = numbers.makeAsyncIterator()
    var bytes = pipe.received.makeAsyncIterator()
    var pairs: [(event: Double, byte: Double)] = []
    for number in 0..<500 {
      let began = ContinuousClock.now
      sender.publish(PriceChanged(number: number))
      _ = await events.next()
      let middle = ContinuousClock.now
      pipe.send()
      _ = await bytes.next()
      pairs.append((microseconds(from: began, to: middle), microseconds(from: middle, to: .now)))
    }
    for bridge in bridges { await bridge.stop() }
    withExtendedLifetime(subscription) {}
    let soon = pairs.filter { $0.event <= maximum }.count
    return [
      Figure(
        "a shared event to a follower in another session, against a byte through a pipe",
        Comparison(pairs.map { ($0.event, $0.byte) }), "µs", ratio: nil),
      Figure(
        "shared events that arrive within 20 ms", 100 * Double(soon) / Double(pairs.count), "%",
        bar: .atLeast(50)),
    ] + (try await DurablePublications.figures(in: folder.appending(path: "durable")))
  }

  private static func microseconds(
    from began: ContinuousClock.Instant, to ended: ContinuousClock.Instant
  ) -> Double {
    began.duration(to: ended) / .microseconds(1)
  }
}

private struct PriceChanged: SharedEvent {
  let number: Int
}

/// A thread that waits for the bytes of a pipe.
private struct WaitingThread {
  let received: AsyncStream<Void>
  private let output: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    output = ends[1]
    let input: AsyncStream<Void>.Continuation
    (received, input) = AsyncStream.makeStream()
    Thread.detachNewThread { [reading = ends[0]] in
      var byte: UInt8 = 0
      while read(reading, &byte, 1) > 0 { input.yield() }
    }
  }

  func send() {
    var byte: UInt8 = 7
    _ = write(output, &byte, 1)
  }
}
