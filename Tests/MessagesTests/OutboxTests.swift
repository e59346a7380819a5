import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import NetworkInterface
import Store
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(15))) struct OutboxTests {
  private let temporary = TemporaryFolder()

  /// The outbox as another process sees it.
  private func makeOutbox() -> Outbox {
    Outbox(ModuleContext(mediator: Mediator(), folder: temporary.url))
  }

  /// A message as the module receives it.
  private func queued(_ message: some Message) async throws -> QueuedMessage {
    let (mediator, received) = (Mediator(), Recorder<QueuedMessage>())
    try mediator.answer(Messages.send) { message in
      received.record(message)
      throw CancellationError()
    }
    _ = try? await mediator.send(message)
    return try #require(received.values.first)
  }

  @Test func `all messages that can still be sent are kept, and 200 of those that have ended`()
    async throws
  {
    let outbox = makeOutbox()
    let kept: [MessageRecord.State] = [.waiting, .failed, .unknown]
    for state in kept {
      let record = try await outbox.add(queued(Pay()), account: "anna")
      _ = try await outbox.finish(record.id, state)
    }
    try await outbox.database.write { transaction in
      for number in 1...205 {
        try transaction.run(
          """
          INSERT INTO message (key, type, service, topic, priority, needs_session, is_idempotent,
            timeout, path, body, state, attempts, queued_at)
          VALUES (\("\(number)"), 'PlaceOrder', 'shop', 'orders', 0, 1, 1, 1000, 'orders',
            \(Data()), 'sent', 1, 0)
          """)
      }
    }
    _ = try await outbox.add(queued(Pay()), account: "anna")
    let records = try await outbox.owned.map(\.record)
    #expect(records.prefix(3).map(\.state) == kept)
    #expect(records.filter { $0.state == .sent }.map(\.key) == (6...205).map { "\($0)" })
  }

  @Test func `a message in a state of a newer version is not sent`() async throws {
    let outbox = makeOutbox()
    let record = try await outbox.add(queued(Pay()), account: "anna")
    try await outbox.database.write { transaction in
      try transaction.run("UPDATE message SET state = 'postponed' WHERE id = \(record.id)")
    }
    #expect(try await outbox.message(record.id).record.state == .unknown)
    #expect(try await outbox.waitingQueues == [])
  }

  @Test func `the queue with the oldest message is the first one`() async throws {
    let outbox = makeOutbox()
    for message in [try await queued(Pay()), try await queued(PlaceOrder(product: "lamp"))] {
      _ = try await outbox.add(message, account: "anna")
    }
    let topics = try await outbox.waitingQueues.map(\.topic)
    #expect(topics == [Pay.topic, PlaceOrder.topic])
  }

  @Test func `a message that a process sends is not sent by another one, as long as it runs`()
    async throws
  {
    func claimsAgain(_ message: QueuedMessage, _ queue: MessageQueue) async throws -> String {
      let (sender, other) = (makeOutbox(), makeOutbox())
      _ = try await sender.add(message, account: queue.account)
      #expect(try await sender.claim(queue).name == "claimed")
      #expect(try await other.claim(queue).name == "busy")
      // The result could not be stored, for example because the disk was full.
      return try await sender.claim(queue).name
    }
    let order = try await queued(PlaceOrder(product: "lamp"))
    let orders = MessageQueue(topic: PlaceOrder.topic, account: "anna")
    #expect(try await claimsAgain(order, orders) == "claimed")
    let payments = MessageQueue(topic: Pay.topic, account: "anna")
    #expect(try await claimsAgain(queued(Pay()), payments) == "unknown")
  }

  @Test func `a message whose sender was killed is sent again only if it may be repeated`()
    async throws
  {
    func claimAndEnd() async throws {
      let killed = makeOutbox()
      for message in [try await queued(Pay()), try await queued(PlaceOrder(product: "lamp"))] {
        _ = try await killed.add(message, account: "anna")
        _ = try await killed.claim(MessageQueue(topic: message.topic, account: "anna"))
      }
    }
    try await claimAndEnd()
    let requests = Recorder<String>()
    let fixture = try await MessagesFixture(folder: temporary.url) { request in
      requests.record(request.url)
      return .order(1)
    }
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    #expect(try await fixture.states == [.unknown, .sent])
    #expect(requests.values == ["http://127.0.0.1:1/api/orders"])
    let failed = fixture.harness.published(MessageFailed.self).map(\.record)
    #expect(failed.map(\.state) == [.unknown])
    #expect(failed.first?.reason == "the program ended while it waited for the answer")
    await fixture.harness.stop()
  }
}

extension Outbox.Claim {
  fileprivate var name: String {
    switch self {
    case .claimed: "claimed"
    case .unknown: "unknown"
    case .busy: "busy"
    case .none: "none"
    }
  }
}
