import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct RequestRunnerTests {
  private static func refusal(_ id: Int) -> [UInt8] {
    OutgoingLine.failure(
      RequestID(id), code: RPCErrorCode.invalidRequest,
      message:
        "the requests that are not answered yet would have more than 64 MiB; send fewer at the "
        + "same time")
  }
  /// With the four bytes of its method, four of them fill the limit.
  private static let long = ChannelRequest(
    method: "long", parameters: Data(count: 16 << 20 - 4))

  /// Makes a runner that answers a request for each element of `next`, and drops the answers.
  private func runner(_ next: AsyncStream<Void>) -> RequestRunner {
    RequestRunner(
      { _ in
        _ = await next.first { _ in true }
        return Data("1".utf8)
      }, send: { _, completion in completion(nil) })
  }

  @Test func `a request that arrives while the connection is closed has no answer`() async {
    let lines = Recorder<[UInt8]>()
    let runner = RequestRunner(
      { _ in Data("1".utf8) },
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
    let runner = runner(next)
    for id in 1...4 { #expect(runner.run(RequestID(id), Self.long) == nil) }
    #expect(runner.run(RequestID(5), ChannelRequest(method: "short")) == Self.refusal(5))
    continuation.yield()
    try await wait { runner.run(RequestID(5), Self.long) == nil }
    #expect(runner.run(RequestID(6), ChannelRequest(method: "short")) == Self.refusal(6))
    runner.end()
    await runner.waitUntilIdle()
  }

  @Test func `a cancelled request leaves its bytes to another one`() async throws {
    let (next, _) = AsyncStream<Void>.makeStream()
    let runner = runner(next)
    for id in 1...RequestRunner.maximumRunning {
      #expect(runner.run(RequestID(id), ChannelRequest(method: "")) == nil)
    }
    for id in 11...14 { #expect(runner.run(RequestID(id), Self.long) == nil) }
    #expect(runner.run(RequestID(15), Self.long) == Self.refusal(15))
    runner.cancel(RequestID(12))
    #expect(runner.run(RequestID(15), Self.long) == nil)
    #expect(runner.run(RequestID(16), Self.long) == Self.refusal(16))
    runner.end()
    await runner.waitUntilIdle()
  }

  @Test func `the next request begins when one is cancelled, although its handler does not end`()
    async throws
  {
    let (started, lines, held) = (Recorder<Data>(), Recorder<String>(), HeldHandlers())
    let runner = RequestRunner(
      { request in
        started.record(request.parameters ?? Data())
        await held.hold()
        return request.parameters ?? Data()
      },
      send: { line, completion in
        lines.record(String(decoding: line, as: UTF8.self))
        completion(nil)
      })
    func run(_ id: Int, _ parameters: String) {
      #expect(
        runner.run(RequestID(id), ChannelRequest(method: "", parameters: Data(parameters))) == nil)
    }
    for id in 1...RequestRunner.maximumRunning { run(id, "0") }
    run(9, "1")
    runner.cancel(RequestID(1))
    try await wait { started.values.contains(Data("1")) }
    // The id is free, and the request that had it before is not answered in its place.
    run(1, "2")
    runner.cancel(RequestID(2))
    try await wait { started.values.contains(Data("2")) }
    held.release()
    await runner.waitUntilIdle()
    let answered = lines.values.sorted()
    let expected = [(1, "2")] + (3...8).map { ($0, "0") } + [(9, "1")]
    #expect(answered == expected.map { #"{"jsonrpc":"2.0","id":\#($0),"result":\#($1)}"# + "\n" })
  }

  @Test
  func `cancelled requests whose handlers do not end take the place of others from the ninth on`()
    async throws
  {
    let (started, held) = (Recorder<Void>(), HeldHandlers())
    let runner = RequestRunner(
      { _ in
        started.record(())
        await held.hold()
        return Data("1")
      }, send: { _, completion in completion(nil) })
    let places = RequestRunner.maximumRunning + RequestRunner.maximumCancelled
    for id in 1...places + 5 {
      #expect(runner.run(RequestID(id), ChannelRequest(method: "")) == nil)
    }
    for id in 1...places { runner.cancel(RequestID(id)) }
    try await wait { started.values.count == places }
    // Those that still run are cancelled, too, so that none is answered.
    held.release()
    await runner.waitUntilIdle()
    #expect(started.values.count == places + 5)
  }

  @Test(arguments: [("now", "7"), ("later", "8")])
  func `a request is answered at once unless the immediate handler leaves it to the other`(
    method: String, result: String
  ) async throws {
    let lines = Recorder<String>()
    let runner = RequestRunner(
      { _ in Data("8") }, immediateHandler: { $0.method == "now" ? Data("7") : nil },
      send: { line, completion in
        lines.record(String(decoding: line, as: UTF8.self))
        completion(nil)
      })
    let line = runner.run(RequestID(1), ChannelRequest(method: method))
    await runner.waitUntilIdle()
    let answers = [line.map { String(decoding: $0, as: UTF8.self) }].compactMap(\.self)
    #expect(answers + lines.values == [#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"# + "\n"])
    #expect((line == nil) == (method == "later"))
  }

  @Test func `requests that last run beside the others, and leave their places when cancelled`()
    async throws
  {
    let (lines, ended) = (Recorder<String>(), Recorder<Void>())
    let runner = RequestRunner(
      { request in
        guard request.method == "follow" else { return Data("1") }
        defer { ended.record(()) }
        return try await Promise<Data>().value
      }, lastingMethods: ["follow"],
      send: { line, completion in
        lines.record(String(decoding: line, as: UTF8.self))
        completion(nil)
      })
    let follow = ChannelRequest(method: "follow")
    for id in 1...RequestRunner.maximumLasting { #expect(runner.run(RequestID(id), follow) == nil) }
    #expect(
      runner.run(RequestID(101), follow)
        == OutgoingLine.failure(
          RequestID(101), code: RPCErrorCode.invalidRequest,
          message: "100 requests 'follow' are open; cancel one first"))
    #expect(runner.run(RequestID(102), ChannelRequest(method: "")) == nil)
    await runner.waitUntilIdle()
    #expect(lines.values == [#"{"jsonrpc":"2.0","id":102,"result":1}"# + "\n"])
    runner.cancel(RequestID(1))
    #expect(runner.run(RequestID(101), follow) == nil)
    runner.end()
    try await wait { ended.values.count == 101 }
    #expect(lines.values.count == 1)
  }

  @Test func `a request during which the channel ends is neither run nor answered`() async {
    let (started, ending) = (Recorder<Void>(), Lock<RequestRunner?>(nil))
    let runner = RequestRunner(
      { _ in
        started.record(())
        return Data("1")
      },
      immediateHandler: { _ in
        ending.withLock(\.self)?.end()
        return nil
      }, send: { _, completion in completion(nil) })
    ending.withLock { $0 = runner }
    #expect(runner.run(RequestID(1), ChannelRequest(method: "")) == nil)
    await runner.waitUntilIdle()
    #expect(started.values.isEmpty)
    ending.withLock { $0 = nil }
  }
}

/// Handlers that end only when the test lets them, whether they are cancelled or not.
private final class HeldHandlers: Sendable {
  private let waiting = Lock<[CheckedContinuation<Void, Never>]?>([])

  func hold() async {
    await withCheckedContinuation { caller in
      let isReleased = waiting.withLock { waiting in
        waiting?.append(caller)
        return waiting == nil
      }
      if isReleased { caller.resume() }
    }
  }

  /// Ends those that are held, and does not hold others.
  func release() {
    for caller in waiting.withLock({ $0.take() }) ?? [] { caller.resume() }
  }
}
