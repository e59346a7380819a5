import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing
import Web

@testable import HostKit

@Suite(.timeLimit(.minutes(15))) struct ProgramTokenTests {
  private let fixture = ProgramFixture()
  private static let lamp = #"{"name":"lamp"}"#
  private static let item = #"["lamp"]"# + "\n"

  private var grantsFile: URL {
    fixture.shelf.folder.url.appending(path: "host/grants/grants.json")
  }

  @Test func `a token is shown once, and only its digest is stored`() async throws {
    let first = try await fixture.shelf.run("grants", "new", "--program", "backup")
    let token = try #require(first.output.firstMatch(of: /[0-9a-f]{64}/)).output
    #expect(
      first.output.hasPrefix(
        "The program 'backup' can read what is open to programs."), "\(first.output)")
    let stored = try String(contentsOf: grantsFile, encoding: .utf8)
    #expect(!stored.contains(token) && stored.contains(SHA256.name(of: String(token))))
    let attributes = try FileManager.default.attributesOfItem(atPath: grantsFile.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    for words in [["grants"], ["grants", "--json"], ["grants", "--trace"]] {
      let list = try await fixture.shelf.app.run(words, folder: fixture.shelf.folder.url)
      #expect(!"\(list)".contains(token) && list.output.contains("backup"))
    }
    let again = try await fixture.shelf.run("grants", "new", "--program", "backup")
    #expect(again.errors.contains("the program 'backup' has a token already"), "\(again)")
    #expect(try await fixture.token("other") != String(token))
  }

  @Test func `a program reads with its token, and writes what was granted`() async throws {
    let token = try await fixture.token("backup", "shelf/put")
    try await fixture.serve { api in
      let put = try await fixture.send(.post, "shelf/put", Self.lamp, token: token, to: api)
      #expect(put == (200, Self.item))
      for method in HTTPRequest.Method.allCases {
        let items = try await fixture.send(method, "shelf/items", token: token, to: api)
        #expect(items == (200, Self.item))
      }
    }
    let grants = try fixture.shelf.grants
    #expect(grants.map(\.action) == ["reads", "shelf/put"])
    #expect(grants.map(\.callCount) == [0, 1])
    #expect(grants[1].calls.map(\.input) == [Self.lamp])
    #expect(grants[1].calls.map(\.date) == [fixture.shelf.date.withLock(\.self)])
    let list = try await fixture.shelf.run("grants").output
    #expect(list.contains("shelf/put") && list.contains(Self.lamp), "\(list)")
  }

  @Test func `another action than the granted ones is refused, with the command that grants it`()
    async throws
  {
    let token = try await fixture.token("backup", "shelf/put")
    try await fixture.serve { api in
      let refused = try await fixture.send(.post, "shelf/clear", token: token, to: api)
      #expect(refused.status == 403)
      let command = "grants new --program backup --action shelf/clear"
      #expect(refused.text.contains("'shop \(command)'"), "\(refused.text)")
      let words = command.split(separator: " ").map(String.init)
      let granted = try await fixture.shelf.app.run(words, folder: fixture.shelf.folder.url)
      #expect(granted.output == "Granted 'shelf/clear' to the program 'backup'.\n")
      let clear = try await fixture.send(.post, "shelf/clear", token: token, to: api)
      #expect(clear == (200, "[]\n"))
    }
  }

  @Test func `a grant of one program is none of another, nor of an assistant of its name`()
    async throws
  {
    _ = try await fixture.token("backup", "shelf/put")
    let thief = try await fixture.token("thief")
    _ = try await fixture.shelf.run("grants", "new", "--client", "thief", "--action", "shelf/put")
    try await fixture.serve { api in
      let put = try await fixture.send(.post, "shelf/put", Self.lamp, token: thief, to: api)
      #expect(put.status == 403)
    }
  }

  @Test(arguments: [
    ["grants", "revoke", "backup"], ["grants", "revoke", "backup", "--action", "reads"],
  ])
  func `a revoked token ends at once, with all that was granted`(words: [String]) async throws {
    let token = try await fixture.token("backup", "shelf/put")
    try await fixture.serve { api in
      _ = try await fixture.send(.post, "shelf/put", Self.lamp, token: token, to: api)
      _ = try await fixture.shelf.app.run(words, folder: fixture.shelf.folder.url)
      #expect(try fixture.shelf.grants.isEmpty)
      // A new token of the same name does not bring the old one back.
      _ = try await fixture.token("backup", "shelf/put")
      let access = ProgramAccess(
        to: [], of: fixture.shelf.app, GrantStore(in: fixture.shelf.folder.url), now: { Date() })
      #expect(try access.program(with: token) == nil)
    }
  }

  @Test func `a grant is revoked without the token`() async throws {
    let token = try await fixture.token("backup", "shelf/put", "shelf/clear")
    _ = try await fixture.shelf.run("grants", "revoke", "backup", "--action", "shelf/put")
    try await fixture.serve { api in
      let put = try await fixture.send(.post, "shelf/put", Self.lamp, token: token, to: api)
      let clear = try await fixture.send(.post, "shelf/clear", token: token, to: api)
      #expect(put.status == 403 && clear.status == 200)
    }
  }

  // MARK: The question on a page

  @Test(arguments: [
    (ConsentAnswer.once, [200, 200], 2), (.always, [200, 200], 1), (.no, [403, 403], 2),
  ])
  func `the person is asked on an open page`(
    answer: ConsentAnswer, statuses: [Int], questions: Int
  ) async throws {
    let token = try await fixture.token()
    try await fixture.serve { api in
      var found: [Int] = []
      for _ in statuses {
        found.append(
          try await fixture.send(
            .post, "shelf/put", Self.lamp, token: token, to: api, answer: answer
          ).status)
      }
      #expect(found == statuses && fixture.questions.values.count == questions)
    }
    #expect(
      fixture.questions.values.first
        == "The program 'backup' wants to call 'shelf/put' (Put an item on the shelf), which adds "
        + #"something, with {"name":"lamp"}. Allow it?"#)
    #expect(
      try fixture.shelf.grants.map(\.callCount) == (answer == .no ? [0] : [0, 2]))
  }

  @Test func `three refusals end the questions for ten minutes`() async throws {
    let token = try await fixture.token()
    try await fixture.serve { api in
      for count in 1...5 {
        let refused = try await fixture.send(
          .post, "shelf/clear", token: token, to: api, answer: .no)
        #expect(refused.status == 403)
        #expect(refused.text.contains("fewer") == (count > 3), "\(refused.text)")
      }
      #expect(fixture.questions.values.count == 3)
      fixture.shelf.date.withLock { $0 += 601 }
      let allowed = try await fixture.send(
        .post, "shelf/clear", token: token, to: api, answer: .always)
      #expect(allowed.status == 200)
    }
  }

  @Test func `nobody is asked about a call that does not fit`() async throws {
    let token = try await fixture.token()
    try await fixture.serve { api in
      for (path, body) in [("shelf/put", "{}"), ("shelf/put", "["), ("shelf/undo", "")] {
        let refused = try await fixture.send(
          .post, path, body, token: token, to: api, answer: .always)
        #expect([400, 403, 422].contains(refused.status))
      }
      #expect(fixture.questions.values.isEmpty)
    }
  }

  @Test func `nothing is answered while the grants cannot be read`() async throws {
    let token = try await fixture.token("backup", "shelf/put")
    try Data("{".utf8).write(to: grantsFile)
    try await fixture.serve { api in
      let answer = try await fixture.send(.get, "shelf/items", token: token, to: api)
      #expect(answer.status == 500 && answer.text.contains("mend or remove it"))
    }
  }
}
