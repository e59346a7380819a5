import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct RequestRunnerTests {
  private static let refusal =
    "the requests that are not answered yet would have more than 64 MiB; send fewer at the same time"
  /// With the four bytes of its method, four of them fill the limit.
  private static let long = ChannelRequest(
    method: "long", parameters: Data(count: 16 << 20 - 4))

  /// Makes a runner that answers a request for each element of `next`, and drops the answers.
  private func runner(_ next: AsyncStream<Void>, limitedMethods: Set<String>?) -> RequestRunner {
    RequestRunner(
      { _ in
        _ = await next.first { _ in true }
        return Data("1".utf8)
      }, limitedMethods: limitedMethods, send: { _, completion in completion(nil) })
  }

  @Test func `a request that arrives while the connection is closed has no answer`() async {
    let lines = Recorder<[UInt8]>()
    let runner = RequestRunner(
      { _ in Data("1".utf8) }, limitedMethods: nil,
      send: { line, completion in
        lines.record(line)
        completion(nil)
      })
    runner.end()
    #expect(runner.run(RequestID(1), ChannelRequest(method: "short")) == nil)
    await runner.waitUntilIdle()
    #expect(lines.values.isEmpty)
  }

  @Test func `requests that are not answered yet have at most 64 MiB together`() async throws {
    let (next, continuation) = AsyncStream<Void>.makeStream()
    let runner = runner(next, limitedMethods: [])
    for id in 1...4 { #expect(runner.run(RequestID(id), Self.long) == nil) }
    #expect(runner.run(RequestID(5), ChannelRequest(method: "short")) == Self.refusal)
    continuation.yield()
    try await wait { runner.run(RequestID(5), Self.long) == nil }
    #expect(runner.run(RequestID(6), ChannelRequest(method: "short")) == Self.refusal)
    runner.end()
    await runner.waitUntilIdle()
  }

  @Test func `a cancelled request leaves its bytes to another one`() async throws {
    let (next, _) = AsyncStream<Void>.makeStream()
    let runner = runner(next, limitedMethods: nil)
    for id in 1...RequestRunner.maximumRunning {
      #expect(runner.run(RequestID(id), ChannelRequest(method: "")) == nil)
    }
    for id in 11...14 { #expect(runner.run(RequestID(id), Self.long) == nil) }
    #expect(runner.run(RequestID(15), Self.long) == Self.refusal)
    runner.cancel(RequestID(12))
    #expect(runner.run(RequestID(15), Self.long) == nil)
    #expect(runner.run(RequestID(16), Self.long) == Self.refusal)
    runner.end()
    await runner.waitUntilIdle()
  }
}
