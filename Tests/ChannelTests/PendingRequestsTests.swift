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

  @Test func `a request is completed once, by whatever comes first`() async {
    let pending = PendingRequests(AnyClock(ManualClock())) { _ in }
    for _ in 0..<500 {
      let id = pending.newID()
      let result = try? await withCheckedThrowingContinuation { caller in
        guard pending.add(id, "a", timeout: .seconds(1), caller) else { return }
        // A continuation that is resumed twice ends the process.
        for _ in 0..<2 {
          Task.detached { pending.receive(id, .success(Data("1"))) }
          Task.detached { pending.complete(id, with: .failure(CancellationError())) }
        }
      }
      #expect(result == nil || result == Data("1"))
    }
    #expect(pending.count == 0)
  }
}
