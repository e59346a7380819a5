import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct KeyedSemaphoreTests {
  private let semaphore = KeyedSemaphore(limit: 2)

  @Test func `at most as many callers as the limit run for a key`() async throws {
    let running = Lock((now: 0, most: 0))
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { [semaphore] in
          try await semaphore.run("a") {
            running.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            await Task.yield()
            running.withLock { $0.now -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.withLock { $0.most } == 2)
    #expect(running.withLock { $0.now } == 0)
  }

  @Test func `a caller cancelled while waiting does not take a place`() async throws {
    let (released, release) = AsyncStream<Void>.makeStream()
    let (events, event) = AsyncStream<String>.makeStream()
    let holders = (0..<2).map { _ in
      Task { [semaphore] in
        try await semaphore.run {
          event.yield("running")
          for await _ in released { return }
        }
      }
    }
    var iterator = events.makeAsyncIterator()
    for _ in holders { #expect(await iterator.next() == "running") }
    let waiting = Task { [semaphore] in
      try await semaphore.run(onWait: { event.yield("waiting") }) {
        Issue.record("a cancelled caller must not run")
      }
    }
    #expect(await iterator.next() == "waiting")
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    release.finish()
    for holder in holders { try await holder.value }
    #expect(try await semaphore.run { true })
  }

  @Test func `only a caller that has to wait reports it`() async throws {
    let (waits, wait) = AsyncStream<Int>.makeStream()
    let (released, release) = AsyncStream<Void>.makeStream()
    let semaphore = KeyedSemaphore(limit: 1)
    try await semaphore.run(onWait: { wait.yield(0) }) {}
    let holder = Task {
      try await semaphore.run(onWait: { wait.yield(1) }) {
        wait.yield(2)
        for await _ in released { return }
      }
    }
    var events = waits.makeAsyncIterator()
    #expect(await events.next() == 2)
    let waiting = Task { try await semaphore.run(onWait: { wait.yield(3) }) {} }
    #expect(await events.next() == 3)
    release.finish()
    _ = try await (holder.value, waiting.value)
  }
}
