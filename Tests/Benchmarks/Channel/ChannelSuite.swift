import Channel
import Foundation
import Mediator

/// The cost of a request over a pipe, and the accuracy of many timeouts.
enum ChannelSuite: Suite {
  static let name = "channel"

  static func figures(_ options: Options) async throws -> [Figure] {
    [try await roundTrip()] + (try await timeouts(seed: options.seed))
  }

  /// Makes requests, alternating with writing and reading the same bytes without a channel. A
  /// thread with a loop of `read` and `write` is the other side of both.
  private static func roundTrip() async throws -> Figure {
    let (channelSide, bareSide) = (try EchoThread(), try EchoThread())
    let channel = try Channel(
      ChannelTransport(reading: channelSide.input, writing: channelSide.output))
    var pairs: [(channel: Double, bare: Double)] = []
    for number in 1...5000 {
      let began = ContinuousClock.now
      _ = try await channel.request(
        "echo", Data(#"{"number":\#(number)}"#.utf8), timeout: .seconds(30))
      let middle = ContinuousClock.now
      bareSide.echo()
      pairs.append((microseconds(from: began, to: middle), microseconds(from: middle, to: .now)))
    }
    return Figure(
      "a request over a pipe, against the bytes alone",
      Comparison(pairs.map { ($0.channel, $0.bare) }), "µs", ratio: .atMost(5))
  }

  /// Makes 10,000 requests that are never answered, and meanwhile as many tasks sleep as long. A
  /// busy machine wakes both late. The largest deviation has no bar, because one pause of the
  /// machine, which affects only one of the two, decides it.
  private static func timeouts(seed: UInt64) async throws -> [Figure] {
    var ends: (input: [Int32], output: [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&ends.input) == 0, pipe(&ends.output) == 0 else { throw POSIXError(.EMFILE) }
    let channel = try Channel(ChannelTransport(reading: ends.input[0], writing: ends.output[1]))
    let requests = ends.output[0]
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(requests, &bytes, bytes.count) > 0 {}
    }
    async let own = deviations(seed: seed) { timeout in
      _ = try? await channel.request("wait", timeout: timeout)
    }
    async let sleeping = deviations(seed: seed) { try? await Task.sleep(for: $0) }
    let (timeouts, sleeps) = (await own, await sleeping)
    let shares: [(String, Double, Bar?)] = [
      ("999 of 1,000", 0.999, .atMost(1.5)), ("the largest", 1, nil),
    ]
    return shares.map { name, share, ratio in
      Figure(
        "deviation of 10,000 timeouts with one timer, against sleeps: \(name)",
        Comparison(value: timeouts.quantile(share), baseline: sleeps.quantile(share)), "%",
        ratio: ratio)
    }
  }

  /// Waits 10,000 times at once, for 2 to 4 s each, and returns by how many percent of its time
  /// each wait was too long or too short.
  private static func deviations(
    seed: UInt64, _ wait: @escaping @Sendable (Duration) async -> Void
  ) async -> [Double] {
    var random = SplitMix64(state: seed)
    return await withTaskGroup(of: Double.self) { group in
      for _ in 0..<10_000 {
        let timeout = Duration.milliseconds(2000 + Int(random.next() % 2000))
        group.addTask {
          let began = ContinuousClock.now
          await wait(timeout)
          return abs(began.duration(to: .now) / timeout - 1) * 100
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func microseconds(
    from began: ContinuousClock.Instant, to ended: ContinuousClock.Instant
  ) -> Double {
    began.duration(to: ended) / .microseconds(1)
  }
}

/// A thread that answers lines: it reads the number of a request and writes a response.
private struct EchoThread {
  let input: Int32
  let output: Int32

  init() throws {
    var (requests, responses): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&requests) == 0, pipe(&responses) == 0 else { throw POSIXError(.EMFILE) }
    (input, output) = (responses[0], requests[1])
    let (reading, writing) = (requests[0], responses[1])
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while case let count = read(reading, &bytes, bytes.count), count > 0 {
        // The id is the second member: `{"jsonrpc":"2.0","id":17,…`.
        let id = bytes[22..<count].prefix { $0 != UInt8(ascii: ",") }
        let line = Array(#"{"jsonrpc":"2.0","id":"#.utf8) + id + Array(",\"result\":{}}\n".utf8)
        _ = write(writing, line, line.count)
      }
    }
  }

  /// Sends a request without a channel, and reads the response.
  func echo() {
    let line =
      Array(#"{"jsonrpc":"2.0","id":17,"method":"echo","params":{"number":17}}"#.utf8) + [10]
    var bytes = [UInt8](repeating: 0, count: 4096)
    _ = write(output, line, line.count)
    _ = read(input, &bytes, bytes.count)
  }
}
