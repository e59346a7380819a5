import ModuleManager
import NetworkInterface
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct RequestCoalescerTests {
  private let fixture = NetworkFixture()

  @Test func `fetches run concurrently and equal fetches share one request`() async throws {
    let paths = (0..<32).map { "/\($0 % 16)" }
    let body = String(repeating: "metro", count: 100)
    let server = try HTTPServer(
      Dictionary(
        uniqueKeysWithValues: Set(paths).map { ($0, [.waitForResume, .respond(200, body)]) })
    )
    async let lengths = try await withThrowingTaskGroup { group in
      for path in paths {
        group.addTask { try await fixture.fetch(server.url(path)).body.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    // A fetch that begins after the end of an equal one sends a request of its own.
    for _ in paths { server.resume() }
    let found = try await lengths
    #expect(found == Array(repeating: 500, count: 32))
    #expect(Set(server.paths) == Set(paths))
  }

  @Test func `a shared request is cancelled when all its callers are cancelled`() async throws {
    let server = try HTTPServer(["/": [.waitForDisconnect]])
    let request = FetchRequest(url: server.url("/"), timeout: .seconds(3600))
    let calls = (0..<3).map { _ in Task { try await fixture.fetcher.fetch(request) } }
    #expect(await server.events.contains(.requested("/")))
    for call in calls { call.cancel() }
    for call in calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(await server.events.contains(.disconnected("/")))
    #expect(server.paths == ["/"])
  }

  @Test func `a cancelled caller leaves the response to the others`() async throws {
    let coalescer = RequestCoalescer<String, Int>()
    let end = Promise<Int>()
    // Each runs until it waits for the response.
    let first = Task.immediate { try await coalescer.response(to: "/") { try await end.value } }
    let second = Task.immediate { try await coalescer.response(to: "/") { -1 } }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    end.fulfil(.success(1))
    #expect(try await second.value == 1)
  }

  @Test func `a cancelled transfer that ends late does not end the next one`() async throws {
    let coalescer = RequestCoalescer<String, Int>()
    let (lateEnd, end) = (Promise<Int>(), Promise<Int>())
    let isOver = Promise<Void>()
    let first = Task.immediate { [signal = ReleaseSignal(isOver)] in
      try await coalescer.response(to: "/") {
        // It ignores the cancellation.
        try await withExtendedLifetime(signal) { lateEnd }.result.get()
      }
    }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task.immediate { try await coalescer.response(to: "/") { try await end.value } }
    lateEnd.fulfil(.success(1))
    try await isOver.value
    let third = Task.immediate { try await coalescer.response(to: "/") { -1 } }
    end.fulfil(.success(2))
    #expect(try await second.value == 2)
    #expect(try await third.value == 2)
  }

  @Test func `a caller that is already cancelled begins no transfer`() async {
    let coalescer = RequestCoalescer<String, Int>()
    let transfers = Atomic(0)
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await coalescer.response(to: "/") { transfers.add(1, ordering: .relaxed).newValue }
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(transfers.load(ordering: .relaxed) == 0)
  }
}

/// Fulfils a promise when nothing retains it any more.
private final class ReleaseSignal: Sendable {
  private let promise: Promise<Void>
  init(_ promise: Promise<Void>) { self.promise = promise }
  deinit { promise.fulfil(.success(())) }
}
