import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct PendingRequestsTests {
  @Test func `each of 10,000 requests times out at its own deadline`() async throws {
    let clock = ManualClock()
    let ended = Lock<[Int]>([])
    let pending = PendingRequests(AnyClock(clock)) { _ in }
    try await withThrowingTaskGroup(of: Void.self) { group in
      // Otherwise the group would wait for them when the test ends early.
      defer { pending.end(.closed) }
      for number in 1...10_000 {
        let id = pending.newID()
        group.addTask {
          _ = try? await withCheckedThrowingContinuation { caller in
            #expect(pending.add(id, "a", timeout: .milliseconds(number), caller))
          }
          ended.withLock { $0.append(number) }
        }
      }
      try await wait { pending.count == 10_000 }
      for step in 1...10 {
        clock.advance(by: .seconds(1))
        try await wait { ended.withLock { $0.count } >= step * 1000 }
        #expect(ended.withLock { $0.max() } == step * 1000)
        #expect(pending.count == 10_000 - step * 1000)
      }
    }
  }

  @Test func `a timeout begins again, up to the limit, and is never shortened`() async throws {
    let clock = ManualClock()
    let expired = Lock<[Int]>([])
    let pending = PendingRequests(AnyClock(clock)) { id in expired.withLock { $0.append(id) } }
    let id = pending.newID()
    let task = Task {
      try await withCheckedThrowingContinuation { caller in
        _ = pending.add(id, "a", timeout: .seconds(10), caller)
      }
    }
    try await wait { pending.contains(id) }
    for _ in 0..<3 {
      clock.advance(by: .seconds(9))
      pending.restartTimeout(of: id, limit: .seconds(30))
    }
    #expect(pending.contains(id))
    pending.restartTimeout(of: id, limit: .seconds(29))
    clock.advance(by: .seconds(3))
    await #expect(throws: ChannelError.timedOut(method: "a", after: .seconds(10))) {
      try await task.value
    }
    #expect(expired.withLock(\.self) == [id])
  }

  /// A request that waits for its answer, or its timeout.
  private static func request(
    _ pending: PendingRequests, timeout: Duration
  ) async throws -> (id: Int, task: Task<Data, any Error>) {
    let id = pending.newID()
    let task = Task {
      try await withCheckedThrowingContinuation { caller in
        _ = pending.add(id, "a", timeout: timeout, caller)
      }
    }
    try await wait { pending.contains(id) }
    return (id, task)
  }

  @Test func `a pause takes nothing from a timeout, and adds nothing to it`() async throws {
    let clock = ManualClock()
    let pending = PendingRequests(AnyClock(clock)) { _ in }
    let (id, task) = try await Self.request(pending, timeout: .seconds(10))
    clock.advance(by: .seconds(4))
    pending.pauseTimeouts(for: .seconds(600))
    pending.pauseTimeouts(for: .seconds(600))
    clock.advance(by: .seconds(500))
    pending.resumeTimeouts()
    clock.advance(by: .seconds(99))
    pending.resumeTimeouts()
    let (_, other) = try await Self.request(pending, timeout: .seconds(5))
    clock.advance(by: .seconds(5))
    await #expect(throws: ChannelError.self) { try await other.value }
    #expect(pending.contains(id))
    clock.advance(by: .seconds(1))
    await #expect(throws: ChannelError.timedOut(method: "a", after: .seconds(10))) {
      try await task.value
    }
  }

  @Test func `a request that is made during a pause begins its time at the end`() async throws {
    let clock = ManualClock()
    let pending = PendingRequests(AnyClock(clock)) { _ in }
    pending.pauseTimeouts(for: .seconds(600))
    let (id, task) = try await Self.request(pending, timeout: .seconds(10))
    clock.advance(by: .seconds(500))
    pending.resumeTimeouts()
    clock.advance(by: .seconds(9))
    #expect(pending.contains(id))
    clock.advance(by: .seconds(1))
    await #expect(throws: ChannelError.timedOut(method: "a", after: .seconds(10))) {
      try await task.value
    }
  }

  @Test func `a pause lasts no longer than its limit`() async throws {
    let clock = ManualClock()
    let pending = PendingRequests(AnyClock(clock)) { _ in }
    let (_, task) = try await Self.request(pending, timeout: .seconds(10))
    pending.pauseTimeouts(for: .seconds(20))
    clock.advance(by: .seconds(20))
    await #expect(throws: ChannelError.self) { try await task.value }
    pending.resumeTimeouts()
  }

  @Test func `only the request that waits alone fails for an answer without its id`() async throws {
    let pending = PendingRequests(AnyClock(ManualClock())) { _ in }
    let ids = [pending.newID(), pending.newID()]
    let tasks = ids.map { id in
      Task {
        try await withCheckedThrowingContinuation { caller in
          _ = pending.add(id, "a", timeout: .seconds(10), caller)
        }
      }
    }
    try await wait { pending.count == 2 }
    let error = ChannelError.invalidAnswer(method: "", reason: "no id")
    pending.failOnlyRequest(error)
    #expect(pending.count == 2)
    #expect(pending.receive(ids[0], .success(Data("1"))))
    #expect(!pending.receive(ids[0], .success(Data("2"))))
    pending.failOnlyRequest(error)
    #expect(try await tasks[0].value == Data("1"))
    await #expect(throws: ChannelError.invalidAnswer(method: "a", reason: "no id")) {
      try await tasks[1].value
    }
    #expect(ids.allSatisfy(pending.hasMade) && !pending.hasMade(0) && !pending.hasMade(3))
  }

  @Test func `a request is completed once, by whatever comes first`() async {
    let pending = PendingRequests(AnyClock(ManualClock())) { _ in }
    for _ in 0..<500 {
      let id = pending.newID()
      let result = try? await withCheckedThrowingContinuation { caller in
        guard pending.add(id, "a", timeout: .seconds(1), caller) else { return }
        // A continuation that is resumed twice ends the process.
        for _ in 0..<2 {
          Task.detached { _ = pending.receive(id, .success(Data("1"))) }
          Task.detached { pending.complete(id, with: .failure(CancellationError())) }
        }
      }
      #expect(result == nil || result == Data("1"))
    }
    #expect(pending.count == 0)
  }
}
