import AccountInterface
import Console
import Foundation
import Mediator
import MessagesInterface
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import Account

@Suite(.timeLimit(.minutes(15))) struct SessionManagerTests {
  @Test func `a person signs in, and the session is there after the next start`() async throws {
    let fixture = try await AccountFixture()
    let state = SessionState(
      status: .signedIn, name: "ana", server: AccountFixture.address,
      notice: "test money, no real ticket")
    #expect(try await fixture.signIn(" ana\n") == state)
    #expect(try await fixture.token() == "token 1")
    #expect(fixture.harness.published(SignedIn.self) == [SignedIn(name: "ana")])
    await fixture.harness.stop()
    let next = try await AccountFixture(folder: fixture.harness.folder)
    #expect(try await next.state == state)
    #expect(try await next.token() == "token 1")
  }

  @Test func `only the user can read the session, which has no password`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn(password: "test")
    let attributes = try FileManager.default.attributesOfItem(atPath: fixture.file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let content = try String(contentsOf: fixture.file, encoding: .utf8)
    #expect(content.contains("token 1") && !content.contains(#""test""#))
  }

  @Test func `a wrong password is refused, and the error does not contain it`() async throws {
    let fixture = try await AccountFixture()
    let error = await #expect(throws: AccountError.refused("ana")) {
      try await fixture.signIn(password: "12345")
    }
    #expect(error.map { "\($0)".contains("12345") } == false)
    #expect(try await fixture.state.status == .signedOut)
    #expect(fixture.harness.publishedTypes == [])
  }

  @Test func `a password has no description`() {
    let credentials = Credentials(name: "ana", password: Secret("12345"))
    var dumped = ""
    dump(credentials, to: &dumped)
    for text in ["\(credentials)", String(reflecting: credentials), dumped] {
      #expect(!text.contains("12345"))
    }
  }

  @Test func `all that wait for a new token share one renewal`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 { group.addTask { try await fixture.token(replacing: "token 1") } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(tokens == ["token 2"])
    #expect(fixture.server.paths == ["session", "session/renewal"])
    #expect(try await fixture.token(replacing: "token 1") == "token 2")
  }

  @Test func `a token that another process has renewed is used`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    let other = try await AccountFixture(folder: fixture.harness.folder)
    #expect(try await fixture.token(replacing: "token 1") == "token 2")
    #expect(try await other.token(replacing: "token 1") == "token 2")
    #expect(other.server.paths == [])
  }

  @Test(arguments: [400, 401, 403])
  func `when the renewal is refused, the session is over until the next sign-in`(
    status: Int
  ) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    fixture.server.refusal.withLock { $0 = status }
    fixture.server.expire()
    for expired in ["token 1", nil] {
      await #expect(throws: AccountError.sessionOver("ana")) {
        try await fixture.token(replacing: expired)
      }
    }
    #expect(try await fixture.state.status == .expired)
    #expect(fixture.harness.published(SessionExpired.self) == [SessionExpired(name: "ana")])
    try await fixture.signIn()
    #expect(try await fixture.token() == "token 2")
    #expect(fixture.harness.published(SignedOut.self) == [])
  }

  @Test func `a renewal that does not reach the server does not end the session`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    fixture.server.isReachable.withLock { $0 = false }
    await #expect(throws: NetworkError.refused("127.0.0.1")) {
      try await fixture.token(replacing: "token 1")
    }
    #expect(try await fixture.state.status == .signedIn)
    fixture.server.isReachable.withLock { $0 = true }
    #expect(try await fixture.token(replacing: "token 1") == "token 2")
  }

  @Test(arguments: [404, 500])
  func `an answer that refuses no renewal does not end the session`(status: Int) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    fixture.server.expire()
    fixture.server.refusal.withLock { $0 = status }
    await #expect(throws: NetworkError.self) { try await fixture.token(replacing: "token 1") }
    #expect(try await fixture.state.status == .signedIn)
  }

  @Test(arguments: [true, false])
  func `a person who signs in during a renewal stays signed in`(isRefused: Bool) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    if isRefused { fixture.server.expire() }
    let other = try await AccountFixture(folder: fixture.harness.folder, server: fixture.server)
    fixture.server.duringRenewal.withLock { $0 = { try await other.signIn("rui") } }
    #expect(try await fixture.token(replacing: "token 1") == "token 2")
    let state = try await fixture.state
    #expect(state.status == .signedIn && state.name == "rui")
    #expect(fixture.harness.published(SessionExpired.self) == [])
  }

  @Test(arguments: [true, false])
  func `a person who signs out during a renewal stays signed out`(isRefused: Bool) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    if isRefused { fixture.server.expire() }
    let other = try await AccountFixture(folder: fixture.harness.folder, server: fixture.server)
    fixture.server.duringRenewal.withLock { $0 = { _ = try await other.signOut() } }
    await #expect(throws: AccountError.notSignedIn) {
      try await fixture.token(replacing: "token 1")
    }
    #expect(try await fixture.state.status == .signedOut)
    #expect(fixture.harness.published(SessionExpired.self) == [])
  }

  @Test func `when another person signs in, the first one is signed out`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn("ana")
    try await fixture.signIn("rui")
    #expect(fixture.harness.publishedTypes == ["SignedIn", "SignedOut", "SignedIn"])
    #expect(fixture.harness.published(SignedOut.self) == [SignedOut(name: "ana")])
  }

  @Test(arguments: [true, false])
  func `a person signs out, also without a network`(isReachable: Bool) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    fixture.server.isReachable.withLock { $0 = isReachable }
    #expect(try await fixture.mediator.perform(Account.signOut).status == .signedOut)
    #expect(fixture.harness.published(SignedOut.self) == [SignedOut(name: "ana")])
    #expect(fixture.server.paths.last == "session/end")
    #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
    await #expect(throws: AccountError.notSignedIn) { try await fixture.token() }
    _ = try await fixture.mediator.perform(Account.signOut)
    #expect(fixture.harness.published(SignedOut.self).count == 1)
  }

  @Test func `no token is sent to another server than the one that made it`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    let other = try await AccountFixture(
      folder: fixture.harness.folder, address: "http://127.0.0.1:2/api")
    await #expect(throws: AccountError.notSignedIn) { try await other.token() }
    #expect(try await other.state.status == .signedOut)
    _ = try await other.mediator.perform(Account.signOut)
    #expect(other.server.requests.values == [])
  }

  @Test func `without an address, everything says so`() async throws {
    let fixture = try await AccountFixture(address: "")
    await #expect(throws: fixture.noServer) { try await fixture.signIn() }
    await #expect(throws: fixture.noServer) { try await fixture.token() }
    await #expect(throws: fixture.noServer) {
      try await fixture.harness.run("account sign-in a")
    }
    let text = try await fixture.harness.run("account", columns: 400).text
    #expect(text.lowercased() == "\(fixture.noServer).".lowercased())
  }

  @Test func `a sign-out says that data is removed only if somebody was signed in`() async throws {
    let fixture = try await AccountFixture()
    let nobody = "Nobody is signed in at \(AccountFixture.address)."
    #expect(try await fixture.harness.run("account sign-out").text == nobody)
    try await fixture.signIn()
    let text = try await fixture.harness.run("account sign-out", columns: 200).text
    #expect(text.hasPrefix("Nobody is signed in now; the data of the person"))
    #expect(try await fixture.harness.run("account sign-out").text == nobody)
  }

  @Test func `while nobody is signed in, the command names the one that signs in`() async throws {
    let fixture = try await AccountFixture()
    let words = Command.signIn.words.joined(separator: " ")
    let hint = "\nRun 'app \(words) <name>' to sign in."
    #expect(try await fixture.harness.run("account").text.hasSuffix(hint))
    try await fixture.signIn()
    #expect(try await !fixture.harness.run("account").text.contains("sign-in"))
  }

  @Test(arguments: ["", "{", #"{"name":"ana"}"#])
  func `a damaged session is an error, and a sign-in replaces it`(content: String) async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    try Data(content.utf8).write(to: fixture.file)
    let error = await #expect(throws: AccountError.self) { try await fixture.state }
    #expect(error?.description.hasSuffix("; sign in again, or sign out, under 'account'") == true)
    await #expect(throws: AccountError.self) { try await fixture.token() }
    try await fixture.signIn()
    #expect(try await fixture.state.status == .signedIn)
    // It was perhaps the same person, whose data must remain.
    #expect(fixture.harness.published(SignedOut.self) == [])
  }

  @Test func `a sign-out removes a damaged session`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    try Data().write(to: fixture.file)
    #expect(try await fixture.signOut().status == .signedOut)
    #expect(!FileManager.default.fileExists(atPath: fixture.file.path))
    #expect(fixture.harness.published(SignedOut.self) == [SignedOut(name: "")])
  }

  @Test func `a session that cannot be read is an error, and does not count as none`()
    async throws
  {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    try FileManager.default.removeItem(at: fixture.file)
    try FileManager.default.createDirectory(at: fixture.file, withIntermediateDirectories: true)
    let error = await #expect(throws: AccountError.self) { try await fixture.state }
    guard case .unreadableSession(fixture.file.path, _) = error else {
      return #expect(error == nil)
    }
    await #expect(throws: AccountError.self) { try await fixture.token() }
    await #expect(throws: AccountError.self) { try await fixture.signOut() }
  }

  @Test func `messages to the ticket server get the address and the token`() async throws {
    let fixture = try await AccountFixture()
    try await fixture.signIn()
    let service = try #require(AccountModule.messageServers.first)
    #expect(service.name == "tickets")
    #expect(try await service.address(fixture.mediator) == AccountFixture.address)
    let account = try await service.account(fixture.mediator)
    #expect(account == "\(try await fixture.state.name ?? "none") at \(AccountFixture.address)")
    #expect(try await service.token(fixture.mediator, nil) == "token 1")
    #expect(try await service.token(fixture.mediator, "token 1") == "token 2")
    #expect(try await service.account(fixture.mediator) == account)
    _ = try await fixture.mediator.perform(Account.signOut)
    await #expect(throws: AccountError.notSignedIn) {
      try await service.account(fixture.mediator)
    }
  }

  @Test(arguments: [
    (" Ana\u{1B}[1m ", "Ana"), ("ana\nhttps://example.org", "ana https://example.org"),
  ])
  func `what the server answers can be shown`(sent: String, name: String) async throws {
    let state = try await signIn(
      replying: SessionReply(
        name: sent, token: "a", renewal: nil, notice: String(repeating: "test\n", count: 1000)))
    #expect(state.name == name)
    #expect(state.notice?.count == 200 && state.notice?.hasPrefix("test test test ") == true)
  }

  @Test(arguments: ["", " \n", String(repeating: "a", count: 61)])
  func `a server that answers with no name does not sign anybody in`(sent: String) async throws {
    let error = await #expect(throws: AccountError.self) {
      try await signIn(replying: SessionReply(name: sent, token: "a", renewal: nil, notice: nil))
    }
    let reason = "'name' must have 1 to 60 characters"
    #expect(error == .badAnswer(server: AccountFixture.address, reason: reason))
  }

  private func signIn(replying reply: SessionReply) async throws -> SessionState {
    let harness = try await ModuleHarness(
      AccountModule.self, configuration: ["url": AccountFixture.address])
    let body = try JSON.encode(reply)
    try harness.stub(Network.fetch) { _ in FetchResponse(status: 200, body: body) }
    return try await harness.mediator.perform(
      Account.signIn, Credentials(name: "ana", password: Secret("test")))
  }

  @Test(arguments: ["http://127.0.0.1:1/api?key=1", "http://127.0.0.1:1/api/?key=1"])
  func `the query of the address is that of each request`(address: String) async throws {
    let fixture = try await AccountFixture(address: address)
    _ = try? await fixture.signIn()
    #expect(fixture.server.requests.values.map(\.url) == ["http://127.0.0.1:1/api/session?key=1"])
  }

  @Test func `an answer that is not that of a ticket server says so`() async throws {
    let harness = try await ModuleHarness(
      AccountModule.self, configuration: ["url": "https://example.org?key=1"])
    try harness.stub(Network.fetch) { _ in FetchResponse(status: 200, body: Data("[]".utf8)) }
    let error = await #expect(throws: AccountError.self) {
      try await harness.mediator.perform(
        Account.signIn, Credentials(name: "ana", password: Secret("test")))
    }
    #expect(error?.description.contains("'https://example.org' does not answer") == true)
  }
}
