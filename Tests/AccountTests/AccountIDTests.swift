import AccountInterface
import Foundation
import Testing

struct AccountIDTests {
  @Test(arguments: [
    (name: "ana", server: "https://example.org"), (name: "Ana Rui", server: "http://[::1]:8080"),
    (name: "ana", server: ""), (name: "", server: "https://example.org"),
  ])
  func `an account is stored as a name and a server in two lines`(
    name: String, server: String
  ) throws {
    let account = AccountID(name: name, server: server)
    let json = try JSONEncoder().encode("\(name)\n\(server)")
    #expect(try JSONEncoder().encode(account) == json)
    #expect(try JSONDecoder().decode(AccountID.self, from: json) == account)
    #expect("\(account)" == "\(name) at \(server)")
  }

  @Test(arguments: [
    (SessionState.Status.signedIn, "ana" as String?, "s" as String?, true),
    (.expired, "ana", "s", true),
    (.signedOut, nil, "s", false), (.signedOut, nil, nil, false),
  ])
  func `a person who has signed in has an account`(
    status: SessionState.Status, name: String?, server: String?, hasAccount: Bool
  ) {
    let state = SessionState(status: status, name: name, server: server, notice: nil)
    #expect((state.account != nil) == hasAccount)
  }
}
