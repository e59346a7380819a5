import Documents
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Scenes
import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(15))) struct MessagesModuleTests {
  @Test func `a message is sent once, and its reply reaches the caller and the followers`()
    async throws
  {
    let requests = Recorder<FetchRequest>()
    let fixture = try await MessagesFixture { request in
      requests.record(request)
      return .order(7)
    }
    guard case .sent(let reply) = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    else { return #expect(Bool(false), "it waits") }
    #expect(reply == PlaceOrder.Reply(order: 7))
    let request = try #require(requests.values.first)
    #expect(requests.values.count == 1 && request.method == .post)
    #expect(request.url == "http://127.0.0.1:1/api/orders")
    #expect(request.body == Data(#"{"product":"lamp"}"#.utf8))
    #expect(UUID(uuidString: request.key) != nil)
    #expect(request.credential != nil && request.limit == 1 << 20)
    let sent = try #require(fixture.harness.published(MessageSent.self).first)
    #expect(try sent.reply(to: PlaceOrder.self) == reply)
    #expect(try sent.reply(to: Pay.self) == nil)
    #expect(fixture.harness.publishedTypes == ["MessageQueued", "MessageSent"])
    await fixture.harness.stop()
  }

  @Test func `offline, a message waits, and a later run sends it with the same key`() async throws {
    let keys = Recorder<String>()
    let first = try await MessagesFixture { request in
      keys.record(request.key)
      throw NetworkError.offline(host: "127.0.0.1")
    }
    guard case .waiting(let record) = try await first.mediator.send(PlaceOrder(product: "lamp"))
    else { return #expect(Bool(false), "it was sent") }
    #expect(record.reason?.hasPrefix("it waits for the network") == true)
    await first.harness.stop()
    let second = try await MessagesFixture(folder: first.harness.folder) { request in
      keys.record(request.key)
      return .order(1)
    }
    // Only the person or another message sends it.
    #expect(try await second.states == [.waiting])
    #expect(keys.values.count == 1)
    let retried = try await second.mediator.perform(Messages.retry, MessageSelection())
    #expect(retried.map(\.state) == [.sent] && Set(keys.values).count == 1)
    await second.harness.stop()
  }

  @Test(arguments: [
    (NetworkError.refused("a"), false, MessageRecord.State.waiting),
    (.timedOut("a", .connecting, after: .seconds(1)), false, .waiting),
    (.timedOut("a", .idle, after: .seconds(1)), false, .unknown),
    (.timedOut("a", .idle, after: .seconds(1)), true, .waiting),
    (.incomplete("a"), false, .unknown), (.status(500, "a"), false, .unknown),
    (.status(500, "a"), true, .waiting), (.status(401, "a"), true, .waiting),
    (.status(401, "a"), false, .waiting), (.status(503, "a"), false, .waiting),
    (.status(429, "a"), false, .waiting), (.status(429, "a"), true, .waiting),
    (.status(422, "a"), true, .failed), (.status(404, "a"), false, .failed),
    (.tooLarge("a", limit: 1), true, .sent), (.tooLarge("a", limit: 1), false, .sent),
    (.headersTooLarge("a", limit: 1), true, .unknown),
    (.headersTooLarge("a", limit: 1), false, .unknown),
    (.headLineTooLong("a"), true, .unknown), (.headLineTooLong("a"), false, .unknown),
  ])
  func `an error decides what becomes of the message`(
    error: NetworkError, isIdempotent: Bool, state: MessageRecord.State
  ) async throws {
    let fixture = try await MessagesFixture { _ in throw error }
    if isIdempotent {
      _ = try? await fixture.mediator.send(PlaceOrder(product: "lamp"))
    } else {
      _ = try? await fixture.mediator.send(Pay())
    }
    #expect(try await fixture.states == [state])
    let failed = fixture.harness.published(MessageFailed.self).map(\.record.state)
    #expect(failed == ([.waiting, .sent].contains(state) ? [] : [state]))
    await fixture.harness.stop()
  }

  @Test(
    arguments: [
      (409, #"{"error": " the price\u001b[2J\n has changed "}"#, ": the price", .failed),
      (404, #"{"error": ""}"#, "'a' answered with status 404; check the address", .failed),
      (400, #"{"detail": "?"}"#, "'a' answered with status 400; check the address", .failed),
      (422, "<html>", "'a' answered with status 422; check the address", .failed),
      (401, #"{"error": "too old"}"#, "it waits until somebody signs in", .waiting),
      (429, #"{"error": "busy"}"#, "it waits for the network: ", .waiting),
      (503, #"{"error": "busy"}"#, "it waits for the network: ", .waiting),
    ] as [(Int, String, String, MessageRecord.State)])
  func `the sentence of a server that refuses a message is the reason`(
    status: Int, body: String, reason: String, state: MessageRecord.State
  ) async throws {
    let fixture = try await MessagesFixture { request in
      let response = FetchResponse(status: status, body: Data(body.utf8))
      throw request.error(for: response, otherwise: .status(status, "a"))
    }
    _ = try? await fixture.mediator.send(PlaceOrder(product: "lamp"))
    let message = try #require(try await fixture.mediator.perform(Messages.list).first)
    #expect(message.state == state)
    let beginning = reason.hasPrefix(":") ? "'http://127.0.0.1:1/api' refuses it\(reason)" : reason
    #expect(message.reason?.hasPrefix(beginning) == true, "\(message.reason ?? "")")
    #expect(message.reason?.contains("\u{1b}") == false)
    await fixture.harness.stop()
  }

  @Test(
    arguments: [
      NetworkError.status(400, "a"), NetworkError.status(410, "a"),
      NetworkError.timedOut("a", .total, after: .seconds(30)), CancellationError(),
    ] as [any Error])
  func `an error of the renewal of the token says nothing about the message`(
    error: any Error
  ) async throws {
    let fixture = try await MessagesFixture { request in
      // The server has answered 401.
      _ = try await request.credential?.renew("token")
      return .order(1)
    }
    fixture.renewalError.withLock { $0 = error }
    _ = try? await fixture.mediator.send(PlaceOrder(product: "lamp"))
    _ = try? await fixture.mediator.send(Pay())
    let messages = try await fixture.mediator.perform(Messages.list)
    #expect(messages.map(\.state) == [.waiting, .waiting])
    #expect(
      messages.allSatisfy { $0.reason?.hasPrefix("the session cannot be renewed: ") == true })
    await fixture.harness.stop()
  }

  @Test(
    arguments: [
      (.success(Data("{}".utf8)), "'order': a value is missing"),
      (.failure(.tooLarge("a", limit: 1)), "'a' is larger than 1 bytes; expected a smaller file"),
    ] as [(Result<Data, NetworkError>, String)])
  func `an accepted message whose reply cannot be read has an error of its own`(
    reply: Result<Data, NetworkError>, reason: String
  ) async throws {
    let fixture = try await MessagesFixture { _ in
      FetchResponse(status: 200, body: try reply.get())
    }
    await #expect(throws: MessagesError.unreadableReply(1, reason: reason)) {
      try await fixture.mediator.send(Pay())
    }
    #expect(try await fixture.states == [.sent])
    await fixture.harness.stop()
  }

  @Test func `an unknown result is not sent again by itself, but by the person`() async throws {
    let requests = Recorder<FetchRequest>()
    let fixture = try await MessagesFixture { request in
      requests.record(request)
      guard requests.values.count > 1 else { throw NetworkError.incomplete("a") }
      return .order(1)
    }
    await #expect(throws: MessagesError.self) { try await fixture.mediator.send(Pay()) }
    #expect(try await fixture.mediator.perform(Messages.retry, MessageSelection()).isEmpty)
    #expect(requests.values.count == 1)
    let retried = try await fixture.mediator.perform(Messages.retry, MessageSelection(id: 1))
    #expect(retried.map(\.state) == [.sent] && Set(requests.values.map(\.key)).count == 1)
    await fixture.harness.stop()
  }

  @Test func `the messages of a topic are sent in their order, behind one that waits`() async throws
  {
    let products = Recorder<String>()
    let isOnline = Lock(false)
    let fixture = try await MessagesFixture { request in
      guard isOnline.withLock({ $0 }) else { throw NetworkError.offline(host: "a") }
      let order = try JSON.decode(PlaceOrder.self, from: request.body ?? Data())
      products.record(order.product)
      return .order(products.values.count)
    }
    _ = try await fixture.mediator.send(PlaceOrder(product: "a"))
    _ = try await fixture.mediator.send(PlaceOrder(product: "b"))
    isOnline.withLock { $0 = true }
    guard case .sent(let reply) = try await fixture.mediator.send(PlaceOrder(product: "c"))
    else { return #expect(Bool(false), "it waits") }
    #expect(products.values == ["a", "b", "c"] && reply.order == 3)
    await fixture.harness.stop()
  }

  @Test func `each session has its own credential, which is renewed for all its messages`()
    async throws
  {
    let requests = Recorder<FetchRequest>()
    let fixture = try await MessagesFixture { request in
      requests.record(request)
      return .order(1)
    }
    for token in ["anna", "anna", "ben"] {
      fixture.token.withLock { $0 = token }
      _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    }
    let credentials = requests.values.compactMap(\.credential)
    #expect(credentials.count == 3 && Set(credentials.map(\.name)).count == 2)
    #expect(try await credentials[0].renew(nil) == "anna")
    #expect(try await credentials[0].renew("anna") == "renewed anna")
    fixture.token.withLock { $0 = nil }
    guard case .waiting(let record) = try await fixture.mediator.send(PlaceOrder(product: "b"))
    else { return #expect(Bool(false), "it was sent") }
    #expect(record.reason == "nobody is signed in; sign in" && requests.values.count == 3)
    await fixture.harness.stop()
  }

  @Test func `the outcome of a message can be asked for by its number`() async throws {
    let isOnline = Lock(false)
    let fixture = try await MessagesFixture { _ in
      guard isOnline.withLock({ $0 }) else { throw NetworkError.offline(host: "a") }
      return .order(5)
    }
    _ = try await fixture.mediator.send(PlaceOrder(product: "lamp"))
    let waiting = try await fixture.mediator.perform(Messages.outcome, 1)
    #expect(waiting.record.state == .waiting && waiting.reply == nil)
    isOnline.withLock { $0 = true }
    _ = try await fixture.mediator.perform(Messages.retry, MessageSelection())
    let sent = try await fixture.mediator.perform(Messages.outcome, 1)
    #expect(sent.record.state == .sent && sent.reply == Data(#"{"order":5}"#.utf8))
    await #expect(throws: MessagesError.noSuchMessage(2)) {
      try await fixture.mediator.perform(Messages.outcome, 2)
    }
    await fixture.harness.stop()
  }

  @MainActor @Test func `opening the scene sends what waits`() async throws {
    let isOnline = Lock(false)
    let fixture = try await MessagesFixture { _ in
      guard isOnline.withLock({ $0 }) else { throw NetworkError.offline(host: "a") }
      return .order(1)
    }
    _ = try await fixture.mediator.send(PlaceOrder(product: "a"))
    isOnline.withLock { $0 = true }
    let description = try #require(MessagesModule.scenes.first)
    let tester = await SceneTester(try description.makeScene(fixture.mediator))
    while try await fixture.states != [.sent] {
      try Task.checkCancellation()
      await Task.yield()
    }
    #expect(tester.text().contains("place order"))
    await tester.scene.refresh()
    // A message that was sent can neither be sent again nor dropped.
    #expect(try tester.actions(on: "1").isEmpty)
    await fixture.harness.stop()
  }

  @Test func `dropping removes what failed, and every other one by its number`() async throws {
    let errors = Lock([
      NetworkError.offline(host: "a"), .status(402, "a"), .incomplete("a"),
    ])
    let fixture = try await MessagesFixture { _ in throw errors.withLock { $0.removeFirst() } }
    _ = try await fixture.mediator.send(PlaceOrder(product: "a"))
    _ = try? await fixture.mediator.send(Pay())
    _ = try? await fixture.mediator.send(Pay())
    #expect(try await fixture.states == [.waiting, .failed, .unknown])
    let count = try #require(MessagesModule.scenes.first?.count)
    #expect(try await count(fixture.mediator) == "1")
    _ = try await fixture.mediator.perform(Messages.drop, MessageSelection())
    #expect(try await fixture.states == [.waiting, .dropped, .unknown])
    for id in [1, 3] {
      _ = try await fixture.mediator.perform(Messages.drop, MessageSelection(id: id))
    }
    #expect(try await fixture.states == [.dropped, .dropped, .dropped])
    #expect(try await count(fixture.mediator) == nil)
    // Those who follow a message learn that it is not sent any more.
    let dropped = fixture.harness.published(MessageFailed.self).map(\.record)
    #expect(dropped.filter { $0.state == .dropped }.map(\.id) == [2, 1, 3])
    await #expect(throws: MessagesError.notChangeable(1, .dropped)) {
      try await fixture.mediator.perform(Messages.retry, MessageSelection(id: 1))
    }
    await #expect(throws: MessagesError.noSuchMessage(9)) {
      try await fixture.mediator.perform(Messages.drop, MessageSelection(id: 9))
    }
    await fixture.harness.stop()
  }

  @MainActor @Test func `a key drops a message that has failed, after a question`() async throws {
    let fixture = try await MessagesFixture { _ in throw NetworkError.status(402, "a") }
    _ = try? await fixture.mediator.send(Pay())
    let description = try #require(MessagesModule.scenes.first)
    let tester = await SceneTester(try description.makeScene(fixture.mediator))
    #expect(try tester.actions(on: "1") == ["r retry", "d drop"])
    try await tester.press("d", on: "1")
    #expect(tester.questions == ["Drop the message, which the server then never receives?"])
    #expect(try await fixture.states == [.dropped])
    await fixture.harness.stop()
  }

  @Test func `a message that is dropped while its sender waits was not refused`() async throws {
    let (isSending, isDropped) = (Promise<Void>(), Promise<Void>())
    let fixture = try await MessagesFixture { _ in
      isSending.fulfil(.success(()))
      try await isDropped.value
      return .order(1)
    }
    let first = Task { try await fixture.mediator.send(PlaceOrder(product: "a")) }
    try await isSending.value
    let second = Task { try await fixture.mediator.send(PlaceOrder(product: "b")) }
    while try await fixture.states.count < 2 {
      try Task.checkCancellation()
      await Task.yield()
    }
    _ = try await fixture.mediator.perform(Messages.drop, MessageSelection(id: 2))
    isDropped.fulfil(.success(()))
    await #expect(throws: MessagesError.dropped(2)) { try await second.value }
    _ = try await first.value
    await fixture.harness.stop()
  }

  @Test func `messages that another process sends are no empty outbox`() {
    let records = [MessageRecord.State.waiting, .sending].enumerated().map { id, state in
      MessageRecord(
        id: id, type: "Pay", server: "shop", topic: "payments", path: "pay", key: "key",
        state: state, reason: nil, attempts: 0, queuedAt: Date(timeIntervalSince1970: 0))
    }
    #expect(
      MessagesView.retried(records).description
        == "2 messages waiting: another process is sending.")
  }

  @Test func `the commands say what happened`() async throws {
    let fixture = try await MessagesFixture { _ in throw NetworkError.offline(host: "a") }
    #expect(try await fixture.harness.run("messages retry").text == "No message waits.")
    _ = try await fixture.mediator.send(PlaceOrder(product: "a"))
    let retried = try await fixture.harness.run("messages retry").text
    #expect(retried.hasPrefix("1 message waiting: it waits for the network"))
    #expect(try await fixture.harness.run("messages").text.contains("place order"))
    #expect(try await fixture.harness.run("messages drop").text == "No message has failed.")
    await fixture.harness.stop()
  }
}
