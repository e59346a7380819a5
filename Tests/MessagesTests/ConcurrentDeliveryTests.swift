import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Store
import Testing

@testable import Messages

/// The messages that tasks of one process send at the same time, or no longer.
@Suite(.timeLimit(.minutes(15))) struct ConcurrentDeliveryTests {
  @Test func `messages of a topic that are sent at the same time are sent one after the other`()
    async throws
  {
    let running = Lock(0)
    let keys = Recorder<String>()
    let fixture = try await MessagesFixture { request in
      let count = running.withLock { running in
        running += 1
        return running
      }
      #expect(count == 1)
      for _ in 0..<100 { await Task.yield() }
      running.withLock { $0 -= 1 }
      keys.record(request.key)
      return .order(1)
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask { _ = try await fixture.mediator.send(PlaceOrder(product: "\(number)")) }
      }
      try await group.waitForAll()
    }
    #expect(try await keys.values == fixture.mediator.perform(Messages.list).map(\.key))
    await fixture.harness.stop()
  }

  @Test(arguments: [(mayRepeat: true, MessageRecord.State.waiting), (false, .unknown)])
  func `a message whose sender is cancelled is sent again only if it may be repeated`(
    mayRepeat: Bool, state: MessageRecord.State
  ) async throws {
    let began = Promise<Void>()
    let fixture = try await MessagesFixture { _ in
      began.fulfil(.success(()))
      try await Promise<Void>().value
      return .order(1)
    }
    let mediator = fixture.mediator
    let sending = Task {
      if mayRepeat {
        _ = try await mediator.send(PlaceOrder(product: "lamp"))
      } else {
        _ = try await mediator.send(Pay())
      }
    }
    try await began.value
    sending.cancel()
    _ = await sending.result
    #expect(try await fixture.states == [state])
    await fixture.harness.stop()
  }
}
