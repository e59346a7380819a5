import AccountInterface
import Console
import Foundation
import Mediator
import MessagesInterface
import ModuleTesting
import NetworkInterface
import Testing

@testable import Account

struct ChannelPortTests {
  @Test(
    arguments: [
      ("http://127.0.0.1:8081", 8082, 8082), ("http://localhost:8081/api", 8082, 8082),
      ("https://tickets.example.org", 8082, nil), ("http://127.0.0.1:8081", nil, nil),
      ("http://127.0.0.1.example.org", 8082, nil),
    ] as [(String, UInt16?, UInt16?)])
  func `only a server on this machine sends notifications`(
    address: String, sent: UInt16?, port: UInt16?
  ) async throws {
    let harness = try await ModuleHarness(AccountModule.self, configuration: ["url": address])
    try harness.stub(Network.fetch) { _ in
      let reply = SessionReply(
        name: "ana", token: "a", renewal: nil, notice: nil, channelPort: sent)
      return FetchResponse(status: 200, body: try JSON.encode(reply))
    }
    let ask = { try await harness.mediator.perform(Account.channelPort) }
    await #expect(throws: AccountError.notSignedIn) { try await ask() }
    let credentials = Credentials(name: "ana", password: Secret("test"))
    _ = try await harness.mediator.perform(Account.signIn, credentials)
    let answer = try? await ask()
    #expect(answer == port)
    await harness.stop()
  }
}
