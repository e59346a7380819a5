import Mediator
import Testing

@testable import Network

@Suite(.timeLimit(.minutes(15))) struct GateTests {
  private let gate = Gate(limit: 2)

  @Test func `never more than the limit are inside, for each key`() async throws {
    let inside = Lock((now: 0, most: 0))
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { [gate] in
          try await gate.pass("a") {
            inside.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            inside.withLock { $0.now -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(inside.withLock { $0.most } == 2)
    #expect(inside.withLock { $0.now } == 0)
  }

  @Test func `whoever is cancelled while waiting leaves the room to others`() async throws {
    let (opened, open) = AsyncStream<Void>.makeStream()
    let holders = (0..<2).map { _ in
      Task { [gate] in try await gate.pass { for await _ in opened { return } } }
    }
    let waiting = Task { [gate] in
      try await gate.pass { Issue.record("it never gets in") }
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    open.finish()
    for holder in holders { try await holder.value }
    #expect(try await gate.pass { true })
  }
}
