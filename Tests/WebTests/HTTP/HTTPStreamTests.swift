import Foundation
import Platform
import TestSupport
import Testing

@testable import Web

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPStreamTests {
  @Test func `a stream is sent in chunks as it comes, and the connection goes on`() async throws {
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    let server = try HTTPServer(port: 0) { request in
      request.path == ["events"]
        ? HTTPResponse(type: "text/event-stream", body: .stream(stream)) : .text("next")
    }
    let client = try HTTPClient(server)
    client.get("/events")
    #expect(await client.receive()?.fields["transfer-encoding"] == "chunked")
    for text in ["data: 1\n\n", "data: 2\n\n", String(repeating: "a", count: 1 << 19)] {
      continuation.yield(Data(text.utf8))
      #expect(await client.receiveChunk() == text)
    }
    continuation.finish()
    #expect(await client.receiveChunk() == nil)
    client.get("/")
    #expect(await client.receive()?.body == "next")
  }

  /// How a client ends.
  enum Leaving: CaseIterable { case disconnects, endsOutput, isReleased }

  @Test(arguments: Leaving.allCases)
  func `the stream of a client that has gone is cancelled`(leaving: Leaving) async throws {
    let (stream, continuation) = AsyncStream<Data>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in end.finish() }
    let server = try HTTPServer(port: 0) { _ in HTTPResponse(body: .stream(stream)) }
    var client: HTTPClient? = try HTTPClient(server)
    client?.get("/")
    #expect(await client?.receive()?.status == 200)
    switch leaving {
    case .disconnects: client?.disconnect()
    case .endsOutput: client?.endOutput()
    case .isReleased: client = nil
    }
    for await _ in ended {}
  }

  @Test func `a request whose client has gone is cancelled, and its answer is not missed`()
    async throws
  {
    let (started, start) = AsyncStream<Void>.makeStream()
    let server = try HTTPServer(port: 0) { _ in
      start.finish()
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return .text("cancelled")
    }
    let client = try HTTPClient(server)
    client.get("/")
    for await _ in started {}
    // Perhaps it still reads.
    client.endOutput()
    #expect(await client.receive()?.body == "cancelled")
    #expect(await client.receive() == nil)
  }

  @Test func `a client that does not read a stream is disconnected, and costs no memory`()
    async throws
  {
    let sent = Lock(0)
    let (ended, end) = AsyncStream<Void>.makeStream()
    let server = try HTTPServer(port: 0) { request in
      guard request.path == ["stream"] else { return .text("other") }
      let chunk = Data(repeating: 0, count: 1 << 16)
      let stream = AsyncStream<Data> {
        guard !Task.isCancelled else { return nil }
        sent.withLock { $0 += chunk.count }
        return chunk
      } onCancel: {
      }
      return HTTPResponse(body: .stream(stream), afterwards: { end.finish() })
    }
    let client = try HTTPClient(port: server.port, receiveBuffer: 4096)
    client.get("/stream")
    for await _ in ended {}
    // What the system takes over, and 1 MiB that waits.
    #expect(sent.withLock { $0 } < 32 << 20)
    let other = try HTTPClient(server)
    other.get("/")
    #expect(await other.receive()?.body == "other")
    #expect(await client.receiveRest().hasSuffix("\r\n0\r\n\r\n") == false)
  }
}
