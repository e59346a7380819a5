import Foundation
import Mediator
import Messages
import MessagesInterface
import ModuleTesting
import NetworkInterface
import Platform
import Testing

/// The messages of several people who use one outbox.
struct MessageAccountTests {
  @Test func `a message is sent with no session but that of its account`() async throws {
    let isOnline = Lock(false)
    let sent = Recorder<(product: String, token: String)>()
    let fixture = try await MessagesFixture { request in
      guard isOnline.withLock({ $0 }) else { throw NetworkError.offline(host: "a") }
      let order = try JSON.decode(PlaceOrder.self, from: request.body ?? Data())
      sent.record((order.product, try await request.credential?.renew(nil) ?? "none"))
      return .order(1)
    }
    fixture.signIn("anna")
    _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    isOnline.withLock { $0 = true }
    fixture.signIn("ben")
    let waiting = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    #expect(waiting.map(\.state) == [.waiting])
    #expect(waiting.first?.reason == "it waits until 'anna' signs in")
    // It does not hold up the messages of the other person, although the topic is the same.
    guard case .sent = try await fixture.mediator.send(PlaceOrder(product: "chair"))
    else { return #expect(Bool(false), "it waits") }
    fixture.signIn("anna")
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    #expect(try await fixture.states == [.sent, .sent])
    #expect(sent.values.map(\.product) == ["chair", "lamp"])
    #expect(sent.values.map(\.token) == ["token of ben", "token of anna"])
    await fixture.harness.stop()
  }

  @Test func `the messages of another account are not listed, and those that wait are not lost`()
    async throws
  {
    let isOnline = Lock(false)
    let fixture = try await MessagesFixture { _ in
      guard isOnline.withLock(\.self) else { throw NetworkError.offline(host: "a") }
      return .order(1)
    }
    fixture.signIn("anna")
    _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    func listed() async throws -> Int { try await fixture.mediator.perform(Messages.list).count }
    #expect(try await listed() == 1)
    fixture.signIn("ben")
    #expect(try await listed() == 0)
    fixture.account.withLock { $0 = nil }
    #expect(try await listed() == 0)
    #expect(try await fixture.states == [.waiting])
    fixture.signIn("anna")
    #expect(try await listed() == 1)
    await fixture.harness.stop()
  }

  @Test func `a token is not replaced by that of a person who signs in meanwhile`() async throws {
    let renewing = Lock<@Sendable () -> Void>({})
    let fixture = try await MessagesFixture { request in
      renewing.withLock { $0 }()
      _ = try await request.credential?.renew("token of anna")
      return .order(1)
    }
    fixture.signIn("anna")
    renewing.withLock { $0 = { fixture.signIn("ben") } }
    guard case .waiting(let record) = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    else { return #expect(Bool(false), "it was sent") }
    #expect(record.reason == "it waits until 'anna' signs in")
    await fixture.harness.stop()
  }

  @Test func `a message is not sent with the token of a person who signs in while it is read`()
    async throws
  {
    let requests = Recorder<String>()
    let fixture = try await MessagesFixture { request in
      requests.record(request.url)
      return .order(1)
    }
    fixture.signIn("anna")
    let (account, token) = (fixture.account, fixture.token)
    fixture.whileReadingToken.withLock {
      $0 = {
        account.withLock { $0 = "ben" }
        token.withLock { $0 = "token of ben" }
      }
    }
    guard case .waiting(let record) = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    else { return #expect(Bool(false), "it was sent") }
    #expect(record.reason == "it waits until 'anna' signs in")
    #expect(requests.values == [])
    await fixture.harness.stop()
  }

  @Test func `while nobody is signed in, a message that needs a session is not stored`()
    async throws
  {
    let fixture = try await MessagesFixture { _ in .order(1) }
    fixture.account.withLock { $0 = nil }
    await #expect(throws: MessagesFixture.SignedOut()) {
      try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    }
    #expect(try await fixture.states == [])
    await fixture.harness.stop()
  }
}

extension MessagesFixture {
  fileprivate func signIn(_ name: String) {
    account.withLock { $0 = name }
    token.withLock { $0 = "token of \(name)" }
  }
}
